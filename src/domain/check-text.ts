import { invalid } from './error.ts';

export const MAX_TEXT = 100_000;

/** UTF-16 units, as JavaScript clients count. */
export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  /** The field is required. */
  readonly isRequired?: boolean;
}

/** Accepts any text that a store can hold byte for byte. */
export function checkText(
  field: string,
  text: string,
  { min = 1, max = MAX_TEXT, isRequired = false }: TextLimits = {},
): string {
  const refuse = (code: string, problem: string, hint: string, limit?: number) => {
    throw invalid(code, `${field} ${problem}.`, hint, {
      fields: [limit === undefined ? { field, problem } : { field, problem, limit }],
    });
  };
  if (text.length > max) {
    refuse(
      'text_too_long',
      `is ${text.length} characters long; the limit is ${max}`,
      `Shorten \`${field}\` to ${max} characters or split it; nothing was written.`,
      max,
    );
  }
  if (min > 0 && text.trim().length < min) {
    refuse(
      'text_empty',
      'is empty',
      `Pass some words as \`${field}\`${isRequired ? '' : ', or leave it out'}; nothing was written.`,
      min,
    );
  }
  if (text.includes('\u0000')) {
    refuse(
      'text_has_nul',
      'contains a NUL character',
      `Remove U+0000 from \`${field}\`; nothing was written.`,
    );
  }
  if (!text.isWellFormed()) {
    refuse(
      'text_has_lone_surrogate',
      'contains half of a surrogate pair',
      `Send \`${field}\` as well-formed Unicode; nothing was written.`,
    );
  }
  return text;
}
