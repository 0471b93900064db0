import { invalid, type ThroughlineError } from '../domain/error.ts';
import { describeBounds, describeDefault } from './describe-bounds.ts';
import { maskCredentials } from './mask-credentials.ts';
import type { Option, Place } from './option.ts';
import type { PathPlace } from './resolve-path.ts';

/** Where a value was given: `flag --port`, and how its paths are to be read. */
export interface Source extends PathPlace {
  readonly place: Place;
  readonly label: string;
}

export interface ValueLimits {
  readonly allowed?: readonly string[];
  readonly limit?: number;
}

/** `problem` follows the label of the source: "must be a path; it is 12". */
export function valueError(
  option: Option,
  { label }: Source,
  problem: string,
  { allowed, limit }: ValueLimits = {},
): ThroughlineError {
  return invalid(
    'config_value_invalid',
    `The ${label} ${problem}.`,
    `Correct the ${label}, or remove it to use the default (${describeDefault(option)}).`,
    {
      fields: [limit === undefined ? { field: label, problem } : { field: label, problem, limit }],
      ...(allowed && { allowed }),
    },
  );
}

export const mustBe = (option: Option, given: unknown): string =>
  `must be ${describeBounds(option)}; it is ${given === '' ? 'empty' : show(given)}`;

const LONGEST_SHOWN = 80;

export function show(given: unknown): string {
  const text = JSON.stringify(maskCredentials(given)) ?? String(given);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
