const PAIRS: readonly (readonly [string, string])[] = [
  ['“', '”'],
  ['"', '"'],
  ['„', '“'],
  ['«', '»'],
  ['»', '«'],
  ['「', '」'],
  ['『', '』'],
  ['‘', '’'],
  ["'", "'"],
];
/** Of an apostrophe, only the one between two letters. */
const APOSTROPHE = /(?<=\p{L})[’'](?=\p{L})/gu;

/** What is said, where somebody wrote nothing but speech in quotation marks. */
export function speechOf(words: string): string | undefined {
  const text = words.trim();
  for (const [opens, closes] of PAIRS) {
    if (!text.startsWith(opens) || !text.endsWith(closes) || text.length < 3) continue;
    const said = text.slice(1, -1).trim();
    const marks = said.replace(APOSTROPHE, '');
    if (said !== '' && !marks.includes(opens) && !marks.includes(closes)) return said;
  }
  return undefined;
}

/** How it is said, by how it ends. */
export function verbOfSpeech(said: string): 'asks' | 'calls out' | 'says' {
  if (/[?？؟]["'\p{Pe}\p{Pf}]*$/u.test(said)) return 'asks';
  return /[!！]["'\p{Pe}\p{Pf}]*$/u.test(said) ? 'calls out' : 'says';
}
