import { invalid } from '../domain/error.ts';

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Decimals are fine. */
  readonly isFraction?: boolean;
}

/** A whole number within bounds; undefined stays undefined. */
export function parseNumber(
  flag: string,
  given: string | undefined,
  { min, max, isFraction = false }: Bounds,
): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  const shape = isFraction ? /^\d+(?:\.\d+)?$/ : /^\d+$/;
  if (shape.test(given) && number >= min && number <= max) return number;
  const kind = isFraction ? 'a number' : 'a whole number';
  const problem = `must be ${kind} from ${min} to ${max}, not ${JSON.stringify(given)}`;
  throw invalid('invalid_arguments', `${flag} ${problem}.`, `Pass ${flag} with a number in that range.`, {
    fields: [{ field: flag, problem, limit: number > max ? max : min }],
  });
}
