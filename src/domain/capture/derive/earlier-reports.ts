import { blocksOf, renderBlocks } from '../blocks.ts';
import { clip } from '../clip.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { answeredBy } from './agent-lines.ts';
import { foldLists } from './fold-nested.ts';
import { setbackLines } from './setbacks.ts';
import { reportsOf } from './turn-reports.ts';
import { requestOf } from './turns.ts';
import { indented, type QuotedLine } from './wording.ts';

export const REPORTED_BEFORE = 'What the agent reported before, newest last';
/** What it found for another agent, that one may have acted on, which this transcript does not show. */
const FOR_PARENT = ' (the parent agent may have acted on it since)';

/** Of all reports; the parent agent of a subagent has nothing else of it. */
const MAX_ALL = 2_000;
/** Of a longer one, no more counts: it leaves the others their room. */
const MAX_COUNTED = 900;
const MAX_FOR_PARENT = 3_000;
const MIN_ROOM = 300;
const LEADING_MARK = /^\[… \d+ characters …\]\n/;

/** Nothing is left of a text but how much was left out. */
const ONLY_MARK = /^\[… \d+ (?:characters|more) …\]$/;

/** Of a finding, what was found; the parent agent has the rest. */
const MAX_FINDING = 280;

const withShortItems = (text: string): string =>
  renderBlocks(
    blocksOf(text).map((block) =>
      block.kind === 'list' ? { ...block, items: block.items.map((item) => clip(item, MAX_FINDING)) } : block,
    ),
  );

/** What the agent reported in earlier turns, newest last, as far as the room allows. */
export function earlierReports(digest: TranscriptDigest, shown: string, room: number): QuotedLine[] {
  const lines: QuotedLine[] = [];
  const isForParent = digest.requests.some(({ isByAgent }) => isByAgent);
  let left = isForParent ? MAX_FOR_PARENT : MAX_ALL;
  let roomLeft = room;
  for (const { closing, text, max, maxList } of reportsOf(digest, shown, room)) {
    if (Math.min(left, roomLeft) < MIN_ROOM) break;
    const whole = isForParent ? withShortItems(text) : text;
    const kept = foldLists(
      keepWholeBlocks(
        whole,
        Math.min(max, roomLeft, Math.max(left, max > MAX_COUNTED ? max : 0)),
        0.7,
        isOpenPoint,
      ),
      maxList,
    );
    const words = kept.replace(LEADING_MARK, '');
    if (
      words.length > roomLeft ||
      (words.length > left && max <= MAX_COUNTED) ||
      ONLY_MARK.test(words) ||
      words.trim() === ''
    )
      continue;
    const label = `to ${answeredBy(digest, closing, shown)}`;
    const [first = '', ...rest] = words.split('\n');
    const isSentence = !/^(?:[-*•+]\s|\d+[.)]|#|\||\s|```)/.test(first);
    const body = isSentence ? [` ${first}`, ...rest.map(indented)] : ['', ...words.split('\n').map(indented)];
    const said = body.join('\n');
    const to = requestOf(digest, closing)?.line ?? 0;
    lines.push({ line: closing.line, text: `- ${label}:${said}`, answers: { line: to, text: said } });
    roomLeft -= words.length + label.length + 6;
    left -= (isForParent ? words.length : Math.min(words.length, MAX_COUNTED)) + label.length + 6;
  }
  lines.push(...setbackLines(digest, shown, lines));
  lines.sort((a, b) => a.line - b.line);
  const [first] = lines;
  if (first === undefined) return [];
  return [{ line: first.line, text: `${REPORTED_BEFORE}${isForParent ? FOR_PARENT : ''}:` }, ...lines];
}
