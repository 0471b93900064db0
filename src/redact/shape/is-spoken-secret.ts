import { isPlaceholder } from './is-placeholder.ts';
import { isRandom, isStrongPassword } from './is-random.ts';
import { isReference } from './is-secret-shape.ts';

const SHORTEST = 12;
// With one case only it could be a hash or an id, so it must be longer.
const SHORTEST_OF_ONE_CASE = 16;
const PUBLIC_KEY = /^AAAA[A-Z]\d/;
const DATE_OR_VERSION = /^v?\d+(?:[-.:/]\d+)+/;
const ADDRESS_OR_PAIR =
  /^[^@]+@[\w-]+(?:\.[\w-]+)+$|\w=\w|^[A-Za-z_][\w.-]{0,40}=\S|^[A-Za-z]+\d*(?:\+[A-Za-z]+\d*)+$/;

/** In a sentence or a table nothing marks a value as data: only one that no person would write counts. */
export function isSpokenSecret(value: string): boolean {
  if (value.length < SHORTEST || isPlaceholder(value) || isReference(value)) return false;
  if (PUBLIC_KEY.test(value) || DATE_OR_VERSION.test(value) || ADDRESS_OR_PAIR.test(value)) return false;
  if (isStrongPassword(value)) return true;
  return isRandom(value) && (hasBothCases(value) || value.length >= SHORTEST_OF_ONE_CASE);
}

const hasBothCases = (value: string) => /[a-z]/.test(value) && /[A-Z]/.test(value);
