import { type Block, blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';
import { clip } from '../clip.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { statementsOf } from '../question.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { answeredBy, type Said, tidied } from './agent-lines.ts';
import type { QuotedLine } from './person-lines.ts';
import { isAnswer, topicOf } from './request-topic.ts';
import { indented } from './wording.ts';

export const REPORTED_BEFORE = 'What the agent reported before, newest last:';

/** A shorter message is a remark. */
const MIN_REPORT = 250;
const MAX_REPORT = 1_000;
const MAX_REPORTS = 4;
const MIN_ROOM = 350;
const MIN_ANSWER = 40;

/** What was only supposed then is known by now, or was never found out. */
const SUPPOSED =
  /(?<!\p{L})(?:may|might|could) be(?!\p{L})|(?<!\p{L})(?:probably|likely|perhaps|presumably)(?!\p{L})/iu;
const OPENING =
  /^(?:here['’]?s|done|you['’]re right|i['’]ve|perfect|good|great|excellent|all done)\b.{0,60}$/i;
const MAX_SENTENCE = 220;
const LIST_MARK = /^\s*(?:[-*•]|\d{1,3}[.)])?\s*/;
const FIRST_SENTENCE = /^.{30,}?[.!?](?=\s+["'`*([]*\p{Lu})|^.{10,}?[。！？]/u;

/** The first sentence of a line; a short one goes with the next. */
function firstSentence(line: string): string {
  const mark = LIST_MARK.exec(line)?.[0] ?? '';
  const text = line.slice(mark.length).trimEnd();
  const first = FIRST_SENTENCE.exec(text)?.[0] ?? text;
  return `${mark}${clip(first, MAX_SENTENCE)}${first.length < text.length ? ' […]' : ''}`;
}

/** What the paragraphs and list items say first. */
function condensedBlock({ kind, lead, items }: Block): Pick<Block, 'lead' | 'items'> {
  if (kind === 'table' || kind === 'code') return { lead, items };
  if (kind === 'list')
    return { lead, items: items.map((item) => item.split('\n').map(firstSentence).join('\n')) };
  const text = items.join('').trim();
  const isEmpty = lead.length === 0 && [OPENING, SUPPOSED].some((shape) => shape.test(text));
  return { lead, items: isEmpty ? [] : [firstSentence(text)] };
}

const condensed = (report: string): string => renderBlocks(changeBlocks(blocksOf(report), condensedBlock));

const normalized = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Shorter sentences are alike by chance. */
const MIN_FACT = 20;

const factsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap(statementsOf)
    .map(normalized)
    .filter((fact) => fact.length > MIN_FACT);

/** Without quotations, and what is said elsewhere in the handoff. */
function withoutRepeated(report: string, known: ReadonlySet<string>): string {
  const isKnown = (text: string) => known.has(normalized(text));
  const change = ({ lead, items }: Block): Pick<Block, 'lead' | 'items'> => ({
    lead,
    items: items.every((item) => item.trimStart().startsWith('>'))
      ? []
      : items.filter((item) => !isKnown(item) && !item.split('\n').every((line) => isKnown(line))),
  });
  return renderBlocks(changeBlocks(blocksOf(report), change));
}

/** A later text repeats a good part of it: a draft, or a plan that was carried out as announced. */
function isRepeatedIn(report: string, known: ReadonlySet<string>): boolean {
  const own = factsOf(report);
  return own.filter((fact) => known.has(fact)).length * 3 >= own.length;
}

/** The reports of earlier turns, newest first: of each request the last one, of an answer its first sentence. */
function reportsOf(digest: TranscriptDigest, shown: string): readonly Said[] {
  const last = digest.closings.at(-1);
  const known = new Set(factsOf(shown));
  const topics = new Set(last === undefined || last.isMidway ? [] : [topicOf(digest, last)]);
  const reports: Said[] = [];
  for (const closing of [...digest.closings].reverse()) {
    if (closing.isMidway || closing.turn === last?.turn || reports.length === MAX_REPORTS) continue;
    const topic = topicOf(digest, closing);
    const whole = tidied(digest, closing).text;
    if (topics.has(topic)) continue;
    if (isRepeatedIn(whole, known)) {
      topics.add(topic);
      continue;
    }
    const isShort = isAnswer(digest, closing);
    const report = withoutRepeated(whole, known);
    const text = isShort ? firstSentence(report.split('\n')[0] ?? '') : report;
    if (text.length < (isShort ? MIN_ANSWER : MIN_REPORT)) continue;
    topics.add(topic);
    for (const fact of factsOf(text)) known.add(fact);
    reports.push({ closing, text });
  }
  return reports;
}

/** What the agent reported in earlier turns, newest last, as far as the room allows. The newest come first to the room. */
export function earlierReports(digest: TranscriptDigest, shown: string, room: number): QuotedLine[] {
  const reports = reportsOf(digest, shown);
  const lines: QuotedLine[] = [];
  let left = room;
  for (const [at, { closing, text }] of reports.entries()) {
    if (left < MIN_ROOM) break;
    const max = Math.min(MAX_REPORT, Math.max(MIN_ROOM, left / (reports.length - at)));
    const words = text.length <= max ? text : keepWholeBlocks(condensed(text), max, 0.7);
    const label = answeredBy(digest, closing).replace(/^, /, '');
    lines.unshift({ line: closing.line, text: `- ${label}:\n${indented(words)}` });
    left -= words.length + label.length;
  }
  const [first] = lines;
  return first === undefined ? [] : [{ line: first.line, text: REPORTED_BEFORE }, ...lines];
}
