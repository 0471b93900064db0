import type { Rule } from '../rule.ts';

// Quoted values may contain `>`. A quote that is never closed must not hide the tag, so plain text is tried second.
const ATTRIBUTES = String.raw`\s(?:[^<>"']{0,200}(?:(?:"[^"]{0,100}"|'[^']{0,100}')[^<>"']{0,100}){0,4}|[^<>]{0,200})`;
// After `< ` only what cannot be a comparison: `a < private && private > b` is code.
const STRICT = String.raw`(?:\s{1,8}[\w-]{1,40}=(?:"[^"]{0,100}"|'[^']{0,100}'|[^\s<>"']{1,100})){0,4}\s{0,8}\/?\s{0,8}`;
const TAG = new RegExp(
  String.raw`<(?:private(?:${ATTRIBUTES}|\/)?>|\s{1,8}private${STRICT}>|\s{0,8}(\\?\/)\s{0,8}private(?:\s[^<>]{0,200})?>)`,
  'gi',
);
const KIND = 'private';

/** `<private>...</private>`, also nested. A tag that is never closed covers the rest of the text. */
export const privateTags: Rule = {
  kinds: [KIND],
  hints: ['private'],
  find(text, report) {
    let depth = 0;
    let start = 0;
    for (const tag of text.matchAll(TAG)) {
      const closes = tag[1] !== undefined;
      if (!closes && /\/\s*>$/.test(tag[0])) continue;
      if (!closes && depth++ === 0) start = tag.index;
      if (closes && depth > 0 && --depth === 0) report(start, tag.index + tag[0].length, KIND);
    }
    if (depth > 0) report(start, text.length, KIND);
  },
};
