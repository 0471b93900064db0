import { transcriptKey } from '../../domain/capture/messages.ts';
import { isDamagedRecord } from '../../domain/damage.ts';
import type { Instant } from '../../domain/instant.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import { quoteInline } from '../../domain/quote-text.ts';
import { effectiveStatus, type ThroughlineRecord } from '../../domain/record/record.ts';
import { type ConfidenceLevel, confidenceLevel } from '../../search/cutoff.ts';
import { explain } from '../../search/explain.ts';
import { Matcher } from '../../search/matcher.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { type ShownPassage, showPassage } from '../../search/show-passage.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { TextKind } from '../ports/search-index.ts';
import type { Answer, Hit, SearchMemoryInput } from './answer.ts';
import type { Searched } from './searched-doc.ts';

const MAX_CAPTURES = 200;

/** By text key, the id of the capture that contains that line of the transcript. */
async function capturesOf(
  deps: Pick<Deps, 'store'>,
  texts: readonly Searched[],
): Promise<ReadonlyMap<string, string>> {
  const lines = texts.filter(({ kind, sessionId }) => kind === 'capture' && sessionId !== null);
  if (lines.length === 0) return new Map();
  const sessionIds = new Set(lines.flatMap(({ sessionId }) => sessionId ?? []));
  const captures = await deps.store.captures.listOfSessions([...sessionIds], MAX_CAPTURES);
  return new Map(
    lines.flatMap(({ key, id, part }) => {
      const capture = captures.find(
        (one) => transcriptKey(one) === id && one.firstLine <= part && part <= one.lastLine,
      );
      return capture === undefined ? [] : [[key, capture.id] as const];
    }),
  );
}

type HitKind = 'record' | TextKind;

type OfSession = { readonly session?: string };

/** How to read the rest of a text of which a passage is shown. */
const REST: Readonly<Record<HitKind, (id: string, ofSession: OfSession) => NextStep>> = {
  record: (id) => nextStep('memory.read', { ids: [id] }),
  note: (_, ofSession) => nextStep('note.read', ofSession),
  turn: (_, ofSession) => nextStep('session.show', ofSession),
  event: () => nextStep('event.list'),
  capture: (id) => nextStep('capture.read', { id }),
};

/** What a hit says about its record, or about another text in the shape of one. Fields without a value are left out. */
export interface HitRecord {
  readonly id: string;
  readonly type: string;
  readonly project: string | null;
  readonly status: string;
  readonly created_at: Instant;
  readonly occurred_at?: Instant;
  readonly session_id?: string;
  readonly subject?: string;
  readonly superseded_by?: string;
  readonly resolution?: string;
  readonly expires_at?: Instant;
  /** Only if it is short or was asked for. */
  readonly content?: string;
}

const given = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { readonly [name in Name]?: Value };

const recordOf = (record: ThroughlineRecord, at: Instant): HitRecord => ({
  id: record.id,
  type: record.type,
  project: record.projectId,
  status: effectiveStatus(record, at),
  created_at: record.createdAt,
  ...given('occurred_at', record.occurredAt),
  ...given('session_id', record.sessionId),
  ...given('subject', record.subject),
  ...given('superseded_by', record.supersededBy),
  ...given('resolution', record.resolution),
  ...given('expires_at', record.expiresAt),
});

/** A text that is not a record, in the shape of one: its type says what it is. */
const otherText = (text: Searched, id: string): HitRecord => ({
  id,
  type: text.kind,
  project: text.projectId,
  status: text.isRewound === true ? 'retracted' : 'active',
  created_at: text.at,
  ...given('session_id', text.sessionId),
});

export interface SearchHit {
  readonly kind: HitKind;
  readonly record: HitRecord;
  readonly score: number;
  readonly confidence: ConfidenceLevel;
  readonly why: string;
  /** The part that matches best, with the matched words marked; the whole text if it is short. */
  readonly passage: string;
  /** Words of the passage that match the query. */
  readonly matched: readonly string[];
  /** How to read the rest; absent if the passage is all. */
  readonly rest?: string;
  /** Specific words of the query that the text lacks. */
  readonly missing?: readonly string[];
}

const LABELS: Readonly<Record<HitKind, string>> = {
  record: '',
  note: 'a note of a session',
  turn: 'said by the agent at the end of a turn',
  event: 'an event of the game',
  capture: 'from a captured transcript',
};

const newestFirst = ({ types }: ParsedQuery) =>
  types.length === 0
    ? 'newest first: nothing was asked for'
    : `newest first: ${types.join(', ')} was asked for`;

/** Final states without a successor. */
const ENDED: ReadonlySet<string> = new Set(['resolved', 'expired', 'retracted']);

/** Project names, for searches over all projects. */
async function projectNames(
  deps: Pick<Deps, 'store'>,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(hits.flatMap(({ text }) => text.projectId ?? []))];
  const projects = ids.length === 0 ? [] : await deps.store.projects.findAll(ids);
  return new Map(projects.map(({ id, name }) => [id, `in ${JSON.stringify(name)}`]));
}

/** Several texts of a session or capture share an id, which may be the id of the hit. */
function duplicateIds({ duplicates }: Hit, id: string, captures: ReadonlyMap<string, string>) {
  const ids = new Set(duplicates.map((text) => captures.get(text.key) ?? text.id));
  ids.delete(id);
  return [...ids];
}

async function recordsOf({ store }: Pick<Deps, 'store'>, hits: readonly Hit[], as_of: string | undefined) {
  const ids = hits.filter(({ text }) => text.kind === 'record').map(({ text }) => text.id);
  if (ids.length === 0) return new Map<string, ThroughlineRecord>();
  const { records } = store;
  const found = as_of === undefined ? await records.findAll(ids) : await records.findAllAt(ids, as_of);
  return new Map(found.map((record) => [record.id, record]));
}

/** By key, the texts of these hits in full; only the beginning of very long ones was read before. */
async function wholeTexts({ store }: Pick<Deps, 'store'>, hits: readonly Hit[]) {
  const keys = hits.filter(({ text }) => text.kind !== 'record').map(({ text }) => text.key);
  if (keys.length === 0) return new Map<string, string>();
  const [read] = await store.search.read([{ texts: { keys }, scope: {}, whole: 'all' }]);
  return new Map(read?.texts.map(({ key, text }) => [key as string, text]));
}

interface Page {
  readonly answer: Answer;
  readonly query: ParsedQuery;
  readonly matcher: Matcher;
  readonly projects: ReadonlyMap<string, string>;
  readonly captures: ReadonlyMap<string, string>;
}

const MAX_BEFORE = 160;

/** The oldest text that a record superseded. */
function beforeOf({ predecessors }: Searched): string {
  const oldest = predecessors.at(-1);
  return oldest === undefined
    ? ''
    : `before: ${quoteInline(oldest.text.slice(0, MAX_BEFORE).toWellFormed())}`;
}

function whyOf(page: Page, hit: Hit, record: HitRecord, matched: readonly string[]): string {
  const { text, ranked } = hit;
  const duplicates = duplicateIds(hit, record.id, page.captures);
  return [
    page.projects.get(text.projectId ?? '') ?? '',
    LABELS[text.kind],
    text.isSecret ? 'hidden from players' : '',
    text.isRewound === true ? 'rewound: it no longer happened' : '',
    ranked === undefined ? newestFirst(page.query) : explain(ranked, page.answer.asked, page.query, matched),
    record.superseded_by === undefined ? '' : `replaced by ${record.superseded_by}`,
    ENDED.has(record.status) && text.isRewound !== true ? record.status : '',
    duplicates.length === 0 ? '' : `nearly the same: ${duplicates.join(', ')}`,
    hit.newer === undefined ? '' : `${hit.newer.id} is newer and about the same`,
    page.query.order === 'oldest' ? beforeOf(text) : '',
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** The passage is looked for in the text that was ranked, of which a very long one may be only the beginning. */
const passageOf = ({ text, ranked }: Hit, matcher: Matcher): ShownPassage =>
  showPassage(text.text, ranked?.passage ?? { from: 0, to: 0 }, matcher);

const missingOf = ({ ranked }: Hit, { asked }: Answer) =>
  asked.flatMap(({ term }, index) =>
    term.specificity >= 1 && (ranked?.anywhere[index] ?? 0) === 0 ? [term.word] : [],
  );

/** Hits as every surface shows them. Records that were deleted meanwhile are left out. */
export async function showHits(
  deps: Pick<Deps, 'clock' | 'store'>,
  { wording }: Caller,
  hits: readonly Hit[],
  answer: Answer,
  query: ParsedQuery,
  { as_of, project, content }: SearchMemoryInput,
): Promise<readonly SearchHit[]> {
  const records = await recordsOf(deps, hits, as_of);
  const others = content === 'full' ? await wholeTexts(deps, hits) : new Map<string, string>();
  const page: Page = {
    answer,
    query,
    matcher: new Matcher(answer.asked),
    projects: project === ALL_PROJECTS ? await projectNames(deps, hits) : new Map(),
    captures: await capturesOf(
      deps,
      hits.flatMap(({ text, duplicates }) => [text, ...duplicates]),
    ),
  };
  return hits.flatMap((hit): SearchHit[] => {
    const { text, ranked } = hit;
    const { kind } = text;
    const stored = records.get(text.id);
    if (kind === 'record' && (stored === undefined || isDamagedRecord(stored))) return [];
    const record =
      stored === undefined
        ? otherText(text, page.captures.get(text.key) ?? text.id)
        : recordOf(stored, as_of ?? deps.clock.now());
    const whole = stored?.content ?? others.get(text.key) ?? text.text;
    const { passage, matched, isWhole } = passageOf(hit, page.matcher);
    const isFull = isWhole || content === 'full';
    const session = record.session_id === undefined ? {} : { session: record.session_id };
    const confidence = ranked?.confidence ?? 0;
    return [
      {
        kind,
        record: isFull ? { ...record, content: whole } : record,
        score: Math.round(Math.min(1, confidence) * 1_000) / 1_000,
        confidence: ranked === undefined ? 'high' : confidenceLevel(ranked),
        why: whyOf(page, hit, record, matched),
        passage,
        matched,
        ...(isFull ? {} : { rest: wording.step(REST[kind](record.id, session)) }),
        ...(answer.isNearest === true ? { missing: missingOf(hit, answer) } : {}),
      },
    ];
  });
}
