import { MAX_JSON_DEPTH } from '../lib/json-depth.ts';

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\r\n\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The offset at which a text stops being JSON; undefined when it is JSON as far as this can tell.
 * V8's own message names the position for some mistakes only, and in words that change with its version.
 */
export function findJsonError(text: string): number | undefined {
  let at = 0;
  const eat = (token: RegExp): boolean => {
    token.lastIndex = at;
    const length = token.exec(text)?.[0].length;
    at += length ?? 0;
    return length !== undefined;
  };
  const eatSign = (sign: string): boolean => {
    eat(SPACE);
    const isThere = text[at] === sign;
    at += isThere ? 1 : 0;
    return isThere;
  };
  const eatItems = (end: string, eatItem: () => boolean): boolean => {
    if (eatSign(end)) return true;
    do {
      if (!eatItem()) return false;
    } while (eatSign(','));
    return eatSign(end);
  };
  const eatMember = (): boolean => {
    eat(SPACE);
    return eat(STRING) && eatSign(':') && eatValue();
  };
  let depth = 0;
  const eatInside = (end: string, eatItem: () => boolean): boolean => {
    depth += 1;
    const isEaten = depth <= MAX_JSON_DEPTH && eatItems(end, eatItem);
    depth -= 1;
    return isEaten;
  };
  const eatValue = (): boolean => {
    if (eatSign('{')) return eatInside('}', eatMember);
    if (eatSign('[')) return eatInside(']', eatValue);
    return eat(STRING) || eat(SCALAR);
  };
  if (!eatValue()) return at;
  eat(SPACE);
  return at === text.length ? undefined : at;
}
