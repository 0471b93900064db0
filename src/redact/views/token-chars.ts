const table = (characters: string): Uint8Array => {
  const members = new Uint8Array(128);
  for (const character of characters) members[character.charCodeAt(0)] = 1;
  return members;
};
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** What base64 is written in, plain or safe for URLs, without the padding. */
export const BASE64_CHARS = table(`${ALPHANUMERIC}+/_-`);
/** What tokens are made of. */
export const TOKEN_CHARS = table(`${ALPHANUMERIC}+/_.~%-`);

export const isOneOf = (members: Uint8Array, code: number): boolean => code < 128 && members[code] === 1;

/** How far the characters reach from here on. */
export function endOfRun(text: string, from: number, members: Uint8Array, limit: number): number {
  let end = from;
  while (end < limit && isOneOf(members, text.charCodeAt(end))) end++;
  return end;
}

/** How far they reach back from here. */
export function startOfRun(text: string, from: number, members: Uint8Array, limit: number): number {
  let start = from;
  while (start > limit && isOneOf(members, text.charCodeAt(start - 1))) start--;
  return start;
}
