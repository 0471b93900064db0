import type { Report, Rule } from '../rule.ts';

const TAG = /<(\\?\/)?private(?:\s[^<>]{0,200})?>/gi;
const KIND = 'private';

/** `<private>...</private>`, nested or not. One that is never closed hides everything to the end of the text. */
export const privateTags: Rule = { kinds: [KIND], hints: ['<private'], find };

function find(text: string, report: Report): void {
  let depth = 0;
  let start = 0;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] !== undefined;
    if (!closes && tag[0].endsWith('/>')) continue;
    if (!closes && depth++ === 0) start = tag.index;
    if (closes && depth > 0 && --depth === 0) report(start, tag.index + tag[0].length, KIND);
  }
  if (depth > 0) report(start, text.length, KIND);
}
