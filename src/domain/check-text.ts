import { invalid } from './error.ts';

export const MAX_TEXT = 100_000;

/** Unicode characters, as JSON Schema counts them: a surrogate pair is one. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A character is one or two UTF-16 units, so most texts need not be counted. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || countCodePoints(text) > max);

/** In Unicode characters. */
export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  /** The field is required. */
  readonly isRequired?: boolean;
}

interface TextProblem {
  readonly code: string;
  readonly problem: string;
  readonly hint: string;
  readonly limit?: number;
}

/** Why a store could not hold the text byte for byte, or why it is not what the field asks for. */
export function findTextProblem(
  field: string,
  text: string,
  { min = 1, max = MAX_TEXT, isRequired = false }: TextLimits = {},
): TextProblem | undefined {
  if (isLongerThan(text, max))
    return {
      code: 'text_too_long',
      problem: `is ${countCodePoints(text)} characters long; the limit is ${max}`,
      hint: `Shorten \`${field}\` to ${max} characters or split it; nothing was written.`,
      limit: max,
    };
  if (min > 0 && text.trim().length < min)
    return {
      code: 'text_empty',
      problem: 'is empty',
      hint: `Pass some words as \`${field}\`${isRequired ? '' : ', or leave it out'}; nothing was written.`,
      limit: min,
    };
  if (text.includes('\u0000'))
    return {
      code: 'text_has_nul',
      problem: 'contains a NUL character',
      hint: `Remove U+0000 from \`${field}\`; nothing was written.`,
    };
  if (!text.isWellFormed())
    return {
      code: 'text_has_lone_surrogate',
      problem: 'contains half of a surrogate pair',
      hint: `Send \`${field}\` as well-formed Unicode; nothing was written.`,
    };
  return undefined;
}

/** Accepts any text that a store can hold byte for byte. */
export function checkText(field: string, text: string, limits: TextLimits = {}): string {
  const found = findTextProblem(field, text, limits);
  if (found === undefined) return text;
  const { code, problem, hint, limit } = found;
  throw invalid(code, `${field} ${problem}.`, hint, {
    fields: [limit === undefined ? { field, problem } : { field, problem, limit }],
  });
}
