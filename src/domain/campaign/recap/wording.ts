import { nameOf } from '../../orientation/wording.ts';

const MAX_NAME = 48;

/** The same key always picks the same words: a recap made twice reads the same. */
export function pick(choices: readonly string[], key: string): string {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return choices[(hash >>> 3) % choices.length] ?? '';
}

/** A stored name inside a sentence: on one line, of bounded length, "The Mill" as "the Mill". */
export const named = (name: string): string =>
  nameOf(name.trim(), MAX_NAME)
    .replace(/[“”„‟]/g, "'")
    .replace(/^The (?=\p{Lu})/u, 'the ');

const TAKES_NO_ARTICLE = /^(?:the|a|an|some|his|her|their|my|our|\d+)\b|[’']s\b/i;

/** "the silver key", but "Hanne’s ring" and "3 torches". */
export const withArticle = (name: string): string =>
  TAKES_NO_ARTICLE.test(name) || /^\p{Lu}/u.test(name) ? name : `the ${name}`;

export const possessive = (name: string): string => `${name}’s`;

export function joined(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The first few, and how many there are besides. */
export function joinedSome(parts: readonly string[], most: number): string {
  if (parts.length <= most) return joined(parts);
  return joined([...parts.slice(0, most), `${parts.length - most} more`]);
}

export const capitalized = (text: string): string =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
