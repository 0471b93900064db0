import { invalid, type ThroughlineError } from './error.ts';

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

export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly isRequired?: boolean;
}

export function findTextProblem(
  field: string,
  text: string,
  { min = 1, max = MAX_TEXT, isRequired = false }: TextLimits = {},
): ThroughlineError | undefined {
  const refuse = (code: string, problem: string, hint: string, limit?: number) =>
    invalid(code, `${field} ${problem}.`, hint, {
      fields: [limit === undefined ? { field, problem } : { field, problem, limit }],
    });
  if (isLongerThan(text, max))
    return refuse(
      'text_too_long',
      `is ${countCodePoints(text)} characters long; the limit is ${max}`,
      `Shorten \`${field}\` to ${max} characters or split it; nothing was written.`,
      max,
    );
  if (min > 0 && text.trim().length < min)
    return refuse(
      'text_empty',
      'is empty',
      `Pass some words as \`${field}\`${isRequired ? '' : ', or leave it out'}; nothing was written.`,
      min,
    );
  if (text.includes('\u0000'))
    return refuse(
      'text_has_nul',
      'contains a NUL character',
      `Remove U+0000 from \`${field}\`; nothing was written.`,
    );
  if (!text.isWellFormed())
    return refuse(
      'text_has_lone_surrogate',
      'contains half of a surrogate pair',
      `Send \`${field}\` as well-formed Unicode; nothing was written.`,
    );
  return undefined;
}

/** Accepts any text that a store can hold byte for byte. */
export function checkText(field: string, text: string, limits: TextLimits = {}): string {
  const problem = findTextProblem(field, text, limits);
  if (problem !== undefined) throw problem;
  return text;
}
