import { type Block, blocksOf, changeBlocks, isIntroduction, renderBlocks } from '../blocks.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { answeredBy } from './agent-lines.ts';
import type { QuotedLine } from './person-lines.ts';
import { isAnswer, topicOf } from './request-topic.ts';
import { factsOf, saidLater, withoutSaidLater } from './said-later.ts';
import {
  changedAfter,
  isActedOn,
  isAfterWork,
  namesWhatIsLeft,
  type Said,
  standingReport,
} from './standing-report.ts';
import { indented, weightOf } from './wording.ts';

export const REPORTED_BEFORE = 'What the agent reported before, newest last';
/** What it found for another agent, that one may have acted on, which this transcript does not show. */
const FOR_PARENT = ' (the parent agent may have acted on it since)';

/** A shorter message is a remark, unless it reports work. */
const MIN_REPORT = 250;
const MIN_RESULT = 40;
const MAX_REPORT = 1_600;
const MAX_REPORTS = 2;
/** What each report that is not shown whole gets at least, and when no more are begun. */
const RESULT_ROOM = 420;

/** A longer sentence says too much to be a result. */
const MAX_SENTENCE = 450;
const LIST_MARK = /^\s*(?:[-*•]|\d{1,3}[.)])?\s*/;
const FIRST_SENTENCE = /^.{30,}?[.!?](?=\s+["'`*([]*\p{Lu})|^.{10,}?[。！？]/u;

/** The first sentence of a line, whole; a short one goes with the next. */
function firstSentence(line: string): string {
  const mark = LIST_MARK.exec(line)?.[0] ?? '';
  const text = line.slice(mark.length).trimEnd();
  const first = FIRST_SENTENCE.exec(text)?.[0] ?? text;
  if (first.length > MAX_SENTENCE) return '';
  return `${mark}${first}${first.length < text.length ? ' […]' : ''}`;
}

const isSaid = (line: string): boolean => line.trim() !== '';

/** What the paragraphs and list items say first. What is open is kept as it is. */
function condensedBlock(block: Block): Pick<Block, 'lead' | 'items'> {
  const { kind, lead, items } = block;
  if (kind === 'table' || kind === 'code' || isOpenPoint(block)) return { lead, items };
  if (kind === 'list')
    return {
      lead,
      items: items
        .map((item) => item.split('\n').map(firstSentence).filter(isSaid).join('\n'))
        .filter(isSaid),
    };
  return { lead, items: [firstSentence(items.join('').trim())].filter(isSaid) };
}

const condensed = (report: string): string => renderBlocks(changeBlocks(blocksOf(report), condensedBlock));

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]{3,80})`/g)].map(([, name = '']) => name.split('/').at(-1) ?? name);
/** Fewer names are the same by chance. */
const MIN_NAMES = 4;

/** Most of what it names in code is named again later: the later report has the state. */
function isRestated(report: string, known: ReadonlySet<string>): boolean {
  const names = namesIn(report);
  return names.length >= MIN_NAMES && names.filter((name) => known.has(name)).length * 2 > names.length;
}

/** A later text repeats a good part of it: a draft, or a plan that was carried out as announced. */
function isRepeatedIn(report: string, known: ReadonlySet<string>): boolean {
  const own = factsOf(report);
  return own.length > 0 && own.filter((fact) => known.has(fact)).length * 3 >= own.length;
}

/** The first sentence of an answer, unless it only announces what follows. */
function answerOf(report: string): string {
  const [first] = blocksOf(report);
  const text = first?.kind === 'text' ? firstSentence([...first.lead, first.items.join('')].join(' ')) : '';
  return isIntroduction(text) ? '' : text;
}

/** The reports of earlier turns, newest first: of each request the last one, of an answer its first sentence. */
function reportsOf(digest: TranscriptDigest, parts: readonly QuotedLine[]): readonly Said[] {
  const shown = parts.map(({ text }) => text).join('\n');
  const last = digest.closings.at(-1);
  const later = saidLater(shown);
  const topics = new Set(last === undefined || last.isMidway ? [] : [topicOf(digest, last)]);
  let isLeftKnown = namesWhatIsLeft(shown.replace(/^ {2}/gm, ''));
  const reports: Said[] = [];
  const names = new Set(namesIn(shown));
  for (const closing of [...digest.closings].reverse()) {
    if (closing.isMidway || closing === last) continue;
    const topic = topicOf(digest, closing);
    if (parts.some(({ line }) => line === closing.line)) {
      topics.add(topic);
      continue;
    }
    // Of the turn at hand only what was a report by itself; another agent may have asked for it.
    if (closing.turn !== last?.turn && topics.has(topic)) continue;
    const whole = standingReport(digest, closing, isLeftKnown);
    if (whole === '') continue;
    if (isRepeatedIn(whole, later.facts) || isRestated(whole, names)) {
      topics.add(topic);
      continue;
    }
    const isShort = isAnswer(digest, closing);
    // The question led to the work after it.
    if (isShort && changedAfter(digest, closing).length > 0) continue;
    const report = withoutSaidLater(whole, later);
    const text = isShort ? answerOf(report) : report;
    const isExcerpt = isShort || isAfterWork(digest, closing) || isActedOn(digest, closing);
    if (weightOf(text) < (isExcerpt ? MIN_RESULT : MIN_REPORT)) continue;
    // A remark does not take the place of a report, but of what was said before it while nothing was done.
    if (isShort || weightOf(text) >= MIN_REPORT) topics.add(topic);
    else if (reports.some((one) => topicOf(digest, one.closing) === topic)) continue;
    isLeftKnown ||= namesWhatIsLeft(text);
    later.add(text);
    for (const name of namesIn(text)) names.add(name);
    reports.push({ closing, text });
  }
  const isLong = ({ text }: Said) => weightOf(text) >= MIN_REPORT;
  const reported = new Set(reports.filter(isLong).map(({ closing }) => topicOf(digest, closing)));
  return reports.filter(
    (one) => isLong(one) || isAnswer(digest, one.closing) || !reported.has(topicOf(digest, one.closing)),
  );
}

/** What the agent reported in earlier turns, newest last, as far as the room allows. Each gets its first results, the newest more. */
export function earlierReports(
  digest: TranscriptDigest,
  shown: readonly QuotedLine[],
  room: number,
): QuotedLine[] {
  const reports = reportsOf(digest, shown).slice(0, MAX_REPORTS);
  const lines: QuotedLine[] = [];
  let left = room;
  for (const [at, { closing, text }] of reports.entries()) {
    if (left < RESULT_ROOM) break;
    const others = (reports.length - at - 1) * RESULT_ROOM;
    const max = Math.min(MAX_REPORT, Math.max(RESULT_ROOM, left - others));
    const words = text.length <= max ? text : keepWholeBlocks(condensed(text), max, 1, isOpenPoint);
    const label = answeredBy(digest, closing).replace(/^, /, '');
    lines.push({ line: closing.line, text: `- ${label}:\n${indented(words)}` });
    left -= words.length + label.length;
  }
  lines.sort((a, b) => a.line - b.line);
  const [first] = lines;
  return first === undefined
    ? []
    : [
        {
          line: first.line,
          text: `${REPORTED_BEFORE}${digest.requests.some(({ isByAgent }) => isByAgent) ? FOR_PARENT : ''}:`,
        },
        ...lines,
      ];
}
