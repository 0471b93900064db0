/** Zero width space, word joiner, byte order mark, soft hyphen. */
const INVISIBLE = /[\u200b\u2060\ufeff\u00ad]/g;
const LEADING_ARTICLE = /^(?:the|an|a) (?=.)/;

const FULL_OR_HALF_WIDTH = /[\u3000\uff01-\uffee]+/g;

/** Removes letter case and width as Unicode compares them: `ß` is `ss`, `Ａ` is `a`. */
export const foldCase = (text: string): string =>
  text
    .replace(FULL_OR_HALF_WIDTH, (run) => run.normalize('NFKC'))
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');

/** Ignores letter case, letter width, spacing and a leading English article: such names look the same to people. */
export const looseName = (name: string): string =>
  foldCase(name.replace(INVISIBLE, '')).trim().replace(/\s+/g, ' ').replace(LEADING_ARTICLE, '');

/** Ignores letter case and spacing. */
export const entityKey = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** false if one of them is missing. */
export const isSameName = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && entityKey(a) === entityKey(b);
