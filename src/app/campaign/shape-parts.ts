import { VISIBILITIES } from '../../domain/campaign/entity.ts';
import { CAMPAIGN_LIMITS as MOST } from '../../domain/campaign/limits.ts';
import { MAX_TEXT } from '../../domain/text.ts';
import {
  type Check,
  either,
  list,
  number,
  oneOf,
  orNull,
  pattern,
  refuse,
  text,
  truth,
  whole,
} from '../../lib/check-shape.ts';

/** What stands for a secret may be longer than it was, and the limit held for the secret. */
const lengthOf = (given: string): number => given.replaceAll(/\[redacted:[^\]\s]{1,60}\]/g, '*').length;

/** Perhaps empty. */
export const upTo = (max: number): Check => text({ max, lengthOf });
export const saidUpTo = (max: number): Check => text({ max, min: 1, lengthOf });

export const words = upTo(MAX_TEXT);
export const said = saidUpTo(MAX_TEXT);
export const name = saidUpTo(MOST.name);
export const key = saidUpTo(MOST.key);
export const label = orNull(upTo(MOST.label));
export const maybeWords = orNull(words);
export const maybeName = orNull(name);

/** What a game adds to, turn by turn, has no limit of its own. */
export const grown = text({ max: Number.POSITIVE_INFINITY });
export const count = whole(-MOST.count, MOST.count);
export const countUp = whole(0, MOST.count);
export const sum = whole(0, Number.MAX_SAFE_INTEGER);
export const turn = whole(0, 1_000_000_000);

const isMoment = (given: string): boolean => {
  const at = new Date(given);
  return Number.isFinite(at.getTime()) && at.toISOString() === given;
};

export const moment: Check = (given, path) => {
  if (typeof given !== 'string' || !isMoment(given))
    refuse(path, 'must be a moment such as 2026-03-01T09:30:00.000Z');
};
export const maybeMoment = orNull(moment);

export const idOf = (prefix: string): Check =>
  pattern(new RegExp(`^${prefix}_[0-9a-zA-Z]{1,60}$`), `an id that begins with ${prefix}_`);

export const branch = text({ max: 200, min: 1 });

export const value = either(
  `text of at most ${MOST.flag} characters, a number, true or false`,
  upTo(MOST.flag),
  number(-Number.MAX_VALUE, Number.MAX_VALUE),
  truth,
);

export const seen = { visibility: oneOf(VISIBILITIES), private_to: list(idOf('ent'), MOST.list) };
