const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const WORDLIKE = /^(?=.*[aeiouy])[a-z]{4,}$/;
const CONSONANT = '[bcdfghjklmnpqrstvwxz]';
// Four consonants together, but for the clusters English has, and pairs that hardly a word contains.
const ODD = new RegExp(
  [
    `(?!n?str|[nr]?scr|[mnx]?spl|ngth|ghts|tchs|[rt]sch|nds|mpts|xtr|xpl|mpl|ngl|ntr|ckgr|ndl|rthr)${CONSONANT}{4}`,
    `q(?!u)|[jqv]${CONSONANT}|x[bdfgjkmnrsvwxz]|z[bcdfghjkmnpqrstvwx]|[bcdfghjkmpqsvwxz][jqxz]`,
    '[bcdfgkp]w|[fhkpw]b|[dgkmptw]v|h[dfghkpv]|w[bcfgmptu]|[bfkmpw]c|[bfmpv]d|[bkmpv]g|[bgk]p|[bdfghkmvw]k|[cghpv]f',
    String.raw`uu|ii|iy|y[jkqvy]|(.)\1\1`,
  ].join('|'),
);

/** How much of the letters, from 0 to 1, stands in parts that could be words: much of a name, little of a random text. */
export function shareOfWords(text: string): number {
  let [letters, inWords] = [0, 0];
  for (const [part] of text.matchAll(PART)) {
    const word = part.toLowerCase();
    letters += word.length;
    if (WORDLIKE.test(word) && !ODD.test(word)) inWords += word.length;
  }
  return letters === 0 ? 0 : inWords / letters;
}
