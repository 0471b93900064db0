import { IS_ASKED } from '../cues/mood.ts';
import { lowered, matches } from '../cues/pattern.ts';
import { ONLY_OFFERED, REMAINING } from '../cues/plans.ts';

const MAX_REMAINING = 6;
const LIST_ITEM = /^\s*(?:[-*•–]|\d{1,2}[.)]|\[ \]|☐)\s+(?:\[ \]\s*)?(\S.*)$/;
const MARKUP = /^(?:[\s#*_>-]|[\u2190-\u2bff]|[\ud83c-\udfff]|\ufe0f)+|[*_]+(?=\s*:?\s*$)/g;

const isOffered = (text: string) => matches(ONLY_OFFERED, lowered(text));
const isMeant = (text: string) => !isOffered(text) && !IS_ASKED.test(text);

/** What a text says is left to do: on the line that says so, or in the list under it. */
export function remainingIn(text: string): string[] {
  const lines = text.split('\n');
  const found = lines.findLastIndex((line) => REMAINING.test(lowered(bare(line))));
  const head = lines[found];
  if (head === undefined || isOffered(head)) return [];
  const rest = bare(head)
    .replace(/^[^:：]*[:：]?/, '')
    .trim();
  return (rest === '' ? listAfter(lines, found) : [rest.replaceAll('**', '')]).filter(isMeant);
}

/** Without heading marks, emphasis and ticks. */
const bare = (line: string): string =>
  line
    .replace(MARKUP, '')
    .replace(/\*\*|__/g, '')
    .trim();

function listAfter(lines: readonly string[], at: number): string[] {
  const items: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = LIST_ITEM.exec(line)?.[1];
    if (item !== undefined) items.push(item.replaceAll('**', ''));
    else if (line.trim() !== '' && !/^\s{2,}/.test(line)) break;
  }
  return items.slice(0, MAX_REMAINING);
}
