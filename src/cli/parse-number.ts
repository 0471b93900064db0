import { invalid } from '../domain/error.ts';

/** A whole number within bounds; undefined stays undefined. */
export function parseNumber(
  flag: string,
  given: string | undefined,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d+$/.test(given) && number >= min && number <= max) return number;
  const problem = `must be a whole number from ${min} to ${max}, not ${JSON.stringify(given)}`;
  throw invalid('invalid_arguments', `${flag} ${problem}.`, `Pass ${flag} with a number in that range.`, {
    fields: [{ field: flag, problem, limit: number > max ? max : min }],
  });
}
