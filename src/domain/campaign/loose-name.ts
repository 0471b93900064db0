/** Invisible characters that nobody types on purpose: zero width space, word joiner, byte order mark, soft hyphen. */
const INVISIBLE = /[\u200b\u2060\ufeff\u00ad]/g;
const LEADING_ARTICLE = /^(?:the|an|a) (?=.)/;

const FULL_OR_HALF_WIDTH = /[\u3000\uff01-\uffee]+/g;

/** Letters without their case and width, as Unicode compares them: `ß` is `ss`, `Ａ` is `a`. */
export const foldCase = (text: string): string =>
  text
    .replace(FULL_OR_HALF_WIDTH, (run) => run.normalize('NFKC'))
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');

/** What people take for one name: letter case, letter width, spacing and a leading English article do not tell two apart. */
export const looseName = (name: string): string =>
  foldCase(name.replace(INVISIBLE, '')).trim().replace(/\s+/g, ' ').replace(LEADING_ARTICLE, '');
