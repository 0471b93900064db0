import { countOf, quote } from '../orientation/wording.ts';
import { escapeInline } from '../quote-text.ts';
import { deriveFromDigest } from './derive/derive-from-digest.ts';
import { type DerivedItem, testCounts } from './derive/wording.ts';
import type {
  AbandonedAttempt,
  Decision,
  Failure,
  FileWritten,
  Mark,
  TranscriptDigest,
  Utterance,
} from './transcript-digest.ts';

interface Section {
  readonly heading: string;
  readonly items: readonly string[];
}

/** Our note first, then the quoted text. */
const entry = (note: string, text: string): string =>
  text === '' ? `- ${escapeInline(note)}` : `- ${escapeInline(note)}\n  ${quote(text).slice(2)}`;

/** One line between backticks; backticks inside it are replaced. */
const lineEntry = (text: string, notes: readonly string[]): string =>
  `- \`${escapeInline(text).replaceAll('`', "'")}\`: ${escapeInline(notes.filter((note) => note !== '').join(', '))}`;

const placeOf = ({ line, at }: Mark): string =>
  at === null ? `line ${line}` : `line ${line}, ${at.slice(0, 16).replace('T', ' ')}`;

const timesOf = (times: number): string => (times > 1 ? `${times} times` : '');

const utteranceEntries = (items: readonly Utterance[]): string[] =>
  items.map((one) => entry(`the ${one.by}, ${placeOf(one)}`, one.text));

const decided = (one: Decision): string => {
  const replaced = one.replacedAt === null ? '' : `, replaced at line ${one.replacedAt}`;
  return entry(`the ${one.by}, ${placeOf(one)}${replaced}`, one.text);
};

const written = (file: FileWritten): string =>
  lineEntry(file.path, [
    placeOf(file),
    timesOf(file.times),
    file.isBySubagent ? 'by a subagent' : '',
    file.isTakenBack ? 'taken back' : '',
  ]);

const failed = (one: Failure): string => {
  const notOvercome = one.isPassedOver ? 'something like it went well later' : 'not overcome';
  const ending = one.overcome === null ? notOvercome : `overcome at line ${one.overcome.line}`;
  const notes = [ending, placeOf(one), timesOf(one.times)].filter((note) => note !== '');
  return entry(notes.join(', '), `${one.what}\n${one.text}`.trimEnd());
};

const givenUp = (attempt: AbandonedAttempt): string => {
  const what = attempt.files.length > 0 ? 'files taken back' : 'said';
  const words = attempt.words === null ? [] : [attempt.words.text];
  return entry(`${what}, ${placeOf(attempt)}`, [...attempt.files, ...words].join('\n'));
};

const lastWords = ({ lastWords: { person, agent } }: TranscriptDigest): string[] => [
  ...(person === null ? [] : [entry(`the person, ${placeOf(person)}`, person.text)]),
  ...(agent === null ? [] : [entry(`the agent, ${placeOf(agent)}`, agent.text)]),
];

const statementSections = (digest: TranscriptDigest): Section[] => [
  { heading: 'Requests', items: digest.requests.map((one) => entry(placeOf(one), one.text)) },
  { heading: 'Decisions', items: digest.decisions.map(decided) },
  { heading: 'Constraints', items: utteranceEntries(digest.constraints) },
  { heading: 'Preferences', items: utteranceEntries(digest.preferences) },
  { heading: 'Warnings', items: utteranceEntries(digest.warnings) },
  { heading: 'Put off', items: utteranceEntries(digest.putOff) },
  { heading: 'Meant for next time', items: utteranceEntries(digest.focuses) },
];

const workSections = (digest: TranscriptDigest): Section[] => [
  {
    heading: 'Todos',
    items: digest.todos.map((todo) => lineEntry(todo.text, [todo.state, placeOf(todo)])),
  },
  { heading: 'Files written', items: digest.filesWritten.map(written) },
  { heading: 'Files read', items: digest.filesRead.map((file) => lineEntry(file.path, [placeOf(file)])) },
  {
    heading: 'Commits',
    items: digest.commits.map((one) =>
      entry(`${one.hash}, ${placeOf(one)}`, `${one.branch}: ${one.subject}`),
    ),
  },
  {
    heading: 'Tests',
    items: digest.tests.map((run) =>
      entry(`${testCounts(run)}, ${placeOf(run)}`, [run.command, ...run.failing].join('\n')),
    ),
  },
  {
    heading: 'Commands',
    items: digest.commands.map((run) =>
      lineEntry(run.command, [
        run.ended,
        run.exitCode === null ? '' : `exit code ${run.exitCode}`,
        placeOf(run),
      ]),
    ),
  },
];

const problemSections = (digest: TranscriptDigest): Section[] => [
  { heading: 'Errors', items: digest.errors.map(failed) },
  { heading: 'Explanations', items: utteranceEntries(digest.explanations) },
  { heading: 'Attempts given up', items: digest.attemptsGivenUp.map(givenUp) },
  {
    heading: 'Not allowed by the person',
    items: digest.refusals.map((one) => entry(placeOf(one), `${one.what}\n${one.said ?? ''}`.trimEnd())),
  },
  {
    heading: 'Not finished when it ended',
    items: digest.pending.map((call) =>
      entry(placeOf(call), call.input.what === 'command' ? call.input.command : call.tool),
    ),
  },
];

/** Everything in the digest, with its position in the transcript. */
const structuredSections = (digest: TranscriptDigest): readonly Section[] => [
  ...statementSections(digest),
  ...workSections(digest),
  ...problemSections(digest),
  { heading: 'Last words', items: lastWords(digest) },
  {
    heading: 'Summaries of the client',
    items: digest.summaries.map((one) => entry(placeOf(one), one.text)),
  },
];

/** Without the headings. */
const MAX_CHARS = 24_000;

const HEADINGS: readonly (readonly [DerivedItem['type'], string])[] = [
  ['checkpoint', 'Where it was left'],
  ['next_session_focus', 'Focus'],
  ['open_loop', 'Open loops'],
  ['constraint', 'Constraints'],
  ['warning', 'Warnings'],
  ['decision', 'Decisions'],
  ['lesson', 'Lessons'],
  ['preference', 'Preferences'],
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
  const shown = sections.map((section) => ({ ...section, leftOut: 0 }));
  for (;;) {
    const lengths = shown.map(lengthOf);
    const at = lengths.indexOf(Math.max(...lengths));
    const longest = shown[at];
    if (longest === undefined || lengths.reduce((sum, length) => sum + length, 0) <= MAX_CHARS) return shown;
    const cut = Math.ceil(longest.items.length / 4);
    shown[at] = { ...longest, items: longest.items.slice(cut), leftOut: longest.leftOut + cut };
  }
}

/** Markdown for people and models. Text from the transcript is quoted, so it cannot be read as our own. */
export function renderDigest(digest: TranscriptDigest, form: 'summary' | 'structured'): string {
  const { requests, replies, calls, compactions, interruptions } = digest.counts;
  const sections = form === 'summary' ? summarySections(digest) : structuredSections(digest);
  const body = withinRoom(sections)
    .filter(({ items, leftOut }) => items.length + leftOut > 0)
    .map(({ heading, items, leftOut }) =>
      [
        `## ${heading}`,
        ...(leftOut > 0
          ? [`- ${leftOut} earlier ${leftOut === 1 ? 'one is' : 'ones are'} left out here`]
          : []),
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
  const opening = `${counted}. Text after ">" or between backticks is from the transcript.`;
  return ['# What the transcript shows', opening, ...body].join('\n\n');
}
