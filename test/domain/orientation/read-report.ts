import type { FactList, OrientationFacts } from '../../../src/domain/orientation/facts.ts';
import { loopKey } from '../../../src/domain/orientation/merge-duplicates.ts';
import type { SectionName, SectionTally } from '../../../src/domain/orientation/orientation.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: some readers end lines there
const BREAK = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;

/** Lines as the most suspicious reader would split them. */
export const linesOf = (report: string): string[] => report.split(BREAK);

const TITLES: Readonly<Record<SectionName, string>> = {
  own: 'Yours, from this session',
  changed: 'Changed by others',
  drift: 'What changed since',
  memories: 'Memories',
  constraints: 'Constraints',
  warnings: 'Warnings',
  checkpoint: 'Where we left off',
  focus: 'Focus',
  open_loops: 'Open loops',
  lessons: 'Lessons',
  decisions: 'Decisions',
  preferences: 'Preferences',
  relational_delta: 'Working together',
  sessions: 'Sessions',
  identity: 'Identity',
  gaps: 'Gaps',
};

const NOUNS: Readonly<Record<SectionName, string>> = {
  own: 'of yours',
  changed: 'change',
  drift: 'git change',
  memories: 'memor(?:y|ies)',
  constraints: 'constraint',
  warnings: 'warning',
  checkpoint: 'checkpoint',
  focus: 'focus',
  open_loops: 'open loop',
  lessons: 'lesson',
  decisions: 'decision',
  preferences: 'preference',
  relational_delta: 'relational delta',
  sessions: 'session',
  identity: 'identity',
  gaps: 'gap',
};

/** What a reader of the text alone finds in a section: how many entries, and how many it says are missing. */
export function readSection(report: string, name: SectionName): { entries: number; missing: number } {
  const lines = linesOf(report);
  const start = lines.findIndex((line) => line.startsWith(`## ${TITLES[name]}`));
  if (start === -1) return { entries: 0, missing: readGathered(lines, name) };
  const rest = lines.slice(start + 1);
  const end = rest.indexOf('');
  const own = (end === -1 ? rest : rest.slice(0, end)).filter((line) => line.startsWith('- '));
  const more = own.map((line) => /^- ([\d,]+) more/.exec(line)?.[1]).find((count) => count !== undefined);
  return { entries: own.length - (more === undefined ? 0 : 1), missing: numberOf(more) };
}

/** What a reader finds where there was no room to count each section: how many items are missing in all. */
export const readSum = (report: string): number | undefined => {
  const line = linesOf(report).find((each) => each.startsWith('Not shown'));
  const [, count] = /: ([\d,]+) items? in \d+ sections?\b/.exec(line ?? '') ?? [];
  return count === undefined ? undefined : numberOf(count);
};

function readGathered(lines: readonly string[], name: SectionName): number {
  const line = lines.find((each) => each.startsWith('Not shown')) ?? '';
  return numberOf(new RegExp(`([\\d,]+) ${NOUNS[name]}(?:s|es)?\\b`).exec(line)?.[1]);
}

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text.replaceAll(',', '')));

export const headingsOf = (report: string): string[] =>
  linesOf(report).filter((line) => line.startsWith('#'));

/** The quoted texts of a report, with our prefixes taken off again; unusual characters stay escaped. */
export function quotedTexts(report: string): string[] {
  const chunks = report.split('\n- > ').slice(1);
  return chunks.map((chunk) => {
    const end = chunk.search(/\n(?! {2}> )/);
    const quoted = end === -1 ? chunk : chunk.slice(0, end);
    return quoted.replace(new RegExp(`(${BREAK.source}) {2}> `, 'g'), '$1');
  });
}

export function tallyOf(sections: readonly SectionTally[], name: SectionName): SectionTally {
  const found = sections.find((section) => section.name === name);
  if (found === undefined) throw new Error(`no tally of ${name}`);
  return found;
}

/** Loops that say what another says, counted another way than the report counts them. */
function repeatsIn({ items }: FactList): number {
  const plain = items
    .filter(({ text, length, isDamaged }) => text.length === length && isDamaged !== true)
    .map(({ text }) => loopKey(text))
    .sort();
  return plain.filter((text, index) => text === plain[index - 1]).length;
}

const countOwn = ({ delta }: OrientationFacts, type: RecordType) =>
  (delta?.own.items ?? []).filter((item) => item.type === type).length;

export const TOTALS: readonly (readonly [SectionName, (facts: OrientationFacts) => number])[] = [
  ['constraints', (facts) => facts.constraints.total],
  ['warnings', (facts) => facts.warnings.total],
  ['checkpoint', (facts) => facts.checkpoints.total],
  ['focus', (facts) => facts.focus.total],
  ['open_loops', ({ openLoops }) => openLoops.total - repeatsIn(openLoops)],
  [
    'lessons',
    (facts) => Math.max(facts.lessons.items.length, facts.lessons.total - countOwn(facts, 'lesson')),
  ],
  ['decisions', (facts) => facts.decisions.total],
  ['preferences', (facts) => facts.preferences.total],
  ['relational_delta', (facts) => facts.relationalDeltas.total],
  ['memories', (facts) => Math.max(0, facts.memoryCount - countOwn(facts, 'memory'))],
];
