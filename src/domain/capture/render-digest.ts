import { countOf, quote } from '../orientation/wording.ts';
import { escapeInline } from '../quote-text.ts';
import { deriveFromDigest } from './derive/derive-from-digest.ts';
import { messagesOf } from './derive/turns.ts';
import type { DerivedItem } from './derive/wording.ts';
import type { FileWritten, Mark, Request, TranscriptDigest, Utterance } from './transcript-digest.ts';

interface Section {
  readonly heading: string;
  readonly items: readonly string[];
  /** How many there were, if the digest did not keep all of them. */
  readonly total?: number;
}

/** Our note first, then the quoted text. */
const entry = (note: string, text: string): string =>
  text === '' ? `- ${escapeInline(note)}` : `- ${escapeInline(note)}\n  ${quote(text).slice(2)}`;

/** One line between backticks; backticks inside it are replaced. */
const lineEntry = (text: string, notes: readonly string[]): string =>
  `- \`${escapeInline(text).replaceAll('`', "'")}\`: ${escapeInline(notes.filter((note) => note !== '').join(', '))}`;

const placeOf = ({ line, at }: Mark): string =>
  at === null ? `line ${line}` : `line ${line}, ${at.slice(0, 16).replace('T', ' ')}`;

const utteranceEntries = (items: readonly Utterance[]): string[] =>
  items.map((one) => entry(placeOf(one), one.text));

const KINDS = { said: '', answered: ', in answer to a question', ran: ', a command they ran' } as const;

const message = (one: Request): string =>
  entry(
    `${placeOf(one)}${KINDS[one.kind]}`,
    one.question === null ? one.text : `${one.question}\n${one.text}`,
  );

const written = (file: FileWritten): string =>
  lineEntry(file.path, [
    placeOf(file),
    file.times > 1 ? `${file.times} times` : '',
    file.isBySubagent ? 'by a subagent' : '',
    file.isTakenBack ? 'taken back' : '',
  ]);

const workSections = (digest: TranscriptDigest): Section[] => [
  {
    heading: 'Todos',
    items: digest.todos.map((todo) => lineEntry(todo.text, [todo.state, placeOf(todo)])),
  },
  {
    heading: 'Files written',
    items: digest.filesWritten.map(written),
    total: digest.counts.filesWritten,
  },
  {
    heading: 'Commits',
    items: digest.commits.map((one) =>
      entry(`${one.hash}, ${placeOf(one)}`, `${one.branch}: ${one.subject}`),
    ),
    total: digest.counts.commits,
  },
  { heading: 'Pull requests', items: digest.pullRequests.map((one) => lineEntry(one.url, [placeOf(one)])) },
  { heading: 'Failed in the background', items: utteranceEntries(digest.failedTasks) },
  {
    heading: 'Not finished when it ended',
    items: digest.pending.map((call) =>
      entry(placeOf(call), call.input.what === 'command' ? call.input.command : call.tool),
    ),
  },
];

/** Everything in the digest, with its position in the transcript. */
const structuredSections = (digest: TranscriptDigest): readonly Section[] => [
  {
    heading: 'Messages of the person',
    items: messagesOf(digest).map(message),
    total: digest.counts.requests,
  },
  { heading: 'Rules', items: utteranceEntries(digest.constraints) },
  ...workSections(digest),
  {
    heading: 'Plan',
    items:
      digest.plan === null
        ? []
        : [entry(placeOf(digest.plan), `${digest.plan.title}\n${digest.plan.path ?? ''}`.trim())],
  },
  {
    heading: 'Last messages of the agent in a turn',
    items: utteranceEntries(digest.closings),
    total: digest.counts.replies,
  },
  { heading: 'Recaps of the client', items: utteranceEntries(digest.recaps) },
  {
    heading: 'Summaries of the client',
    items: utteranceEntries(digest.summaries),
    total: digest.counts.compactions,
  },
];

/** Without the headings. */
const MAX_CHARS = 24_000;

const HEADINGS: readonly (readonly [DerivedItem['type'], string])[] = [
  ['checkpoint', 'Where it was left'],
  ['open_loop', 'Open loops'],
  ['constraint', 'Constraints'],
];

const sourceOf = ({ lines }: DerivedItem) =>
  lines.length === 0 ? 'from all of it' : `from line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;

function summarySections(digest: TranscriptDigest): Section[] {
  const derived = deriveFromDigest(digest);
  return HEADINGS.map(([type, heading]) => ({
    heading,
    items: derived.filter((item) => item.type === type).map((item) => entry(sourceOf(item), item.text)),
  }));
}

const lengthOf = ({ items }: Section) => items.reduce((sum, item) => sum + item.length + 1, 0);

/** Shortens the longest sections first, dropping their oldest items. */
function withinRoom(sections: readonly Section[]): (Section & { readonly leftOut: number })[] {
  const shown = sections.map((section) => ({
    ...section,
    leftOut: Math.max(0, (section.total ?? 0) - section.items.length),
  }));
  for (;;) {
    const lengths = shown.map(lengthOf);
    const at = lengths.indexOf(Math.max(...lengths));
    const longest = shown[at];
    if (longest === undefined || lengths.reduce((sum, length) => sum + length, 0) <= MAX_CHARS) return shown;
    const cut = Math.ceil(longest.items.length / 4);
    shown[at] = { ...longest, items: longest.items.slice(cut), leftOut: longest.leftOut + cut };
  }
}

const LEAVES_OUT = {
  summary: 'This is the derived handoff; the messages, tool calls and results are left out.',
  structured:
    'Tool calls, their results and the other messages of the agent are left out; the raw mode has the last of them.',
} as const;

/** Markdown for people and models. Text from the transcript is quoted, so it cannot be read as our own. */
export function renderDigest(digest: TranscriptDigest, form: 'summary' | 'structured'): string {
  const { requests, replies, calls, compactions, interruptions } = digest.counts;
  const sections = form === 'summary' ? summarySections(digest) : structuredSections(digest);
  const body = withinRoom(sections)
    .filter(({ items, leftOut }) => items.length + leftOut > 0)
    .map(({ heading, items, leftOut }) =>
      [
        `## ${heading}`,
        ...(leftOut > 0 ? [`- ${leftOut} ${leftOut === 1 ? 'is' : 'are'} left out here`] : []),
        ...items,
      ].join('\n'),
    );
  const counted = [
    countOf(requests, 'request'),
    countOf(replies, 'reply', 'replies'),
    countOf(calls, 'tool call'),
    countOf(compactions, 'compaction'),
    countOf(interruptions, 'interruption'),
  ].join(', ');
  const opening = `${counted}. Text after ">" or between backticks is from the transcript. ${LEAVES_OUT[form]}`;
  return ['# What the transcript shows', opening, ...body].join('\n\n');
}
