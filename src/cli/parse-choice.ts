import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';

/** One of the values a flag or argument may have; undefined stays undefined. */
export function parseChoice<Choice extends string>(
  name: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (given === undefined) return undefined;
  const chosen = choices.find((choice) => choice === given);
  if (chosen !== undefined) return chosen;
  const [near] = nearest(given.replaceAll('-', '_'), choices, 1);
  throw invalid(
    'invalid_arguments',
    `${name} cannot be ${JSON.stringify(given)}.`,
    near === undefined ? 'Pass one of the allowed values.' : `Did you mean ${near}?`,
    { fields: [{ field: name, problem: `must be one of ${choices.join(', ')}` }], allowed: choices },
  );
}
