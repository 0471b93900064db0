import { transcriptKey } from '../../domain/capture/messages.ts';
import { isDamagedRecord } from '../../domain/damage.ts';
import type { Instant } from '../../domain/instant.ts';
import { type NextStep, nextStep, type SurfaceWording } from '../../domain/next-step.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { SOURCES } from '../../domain/record/sources.ts';
import { explain } from '../../search/explain.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { Matcher } from '../../search/matcher.ts';
import { snippetOf } from '../../search/snippet.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { SearchText, TextKind } from '../ports/search-index.ts';
import { type RecordView, recordView } from '../views/entity-views.ts';
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

const RECORD_CHARS = 4_000;

type OfSession = { readonly session?: string };

/** How to read the rest of a text that is shown shortened. */
const REST: Readonly<Record<HitKind, (id: string, ofSession: OfSession) => NextStep>> = {
  record: (id) => nextStep('memory.read', { ids: [id] }),
  note: (_, ofSession) => nextStep('note.read', ofSession),
  turn: (_, ofSession) => nextStep('session.show', ofSession),
  event: () => nextStep('event.list'),
  capture: (id) => nextStep('capture.read', { id }),
};

const SOURCE_OF: Readonly<Record<TextKind, string>> = {
  note: SOURCES.note,
  turn: SOURCES.hook,
  event: SOURCES.turnOfGame,
  capture: SOURCES.hook,
};

function shortened(view: RecordView, kind: HitKind, wording: SurfaceWording): RecordView {
  if (view.content.length <= RECORD_CHARS) return view;
  const { id, content, session_id: session } = view;
  const rest = wording.step(REST[kind](id, session === null ? {} : { session }));
  return { ...view, content: `${content.slice(0, RECORD_CHARS).toWellFormed()}… [${rest}]` };
}

const recordHit = (record: ThroughlineRecord, at: Instant, wording: SurfaceWording): RecordView =>
  shortened(recordView(record, at), 'record', wording);

/** A text that is not a record, in the shape of one: its type says what it is. */
function textHit(
  text: SearchText & { readonly kind: TextKind; readonly isRewound?: boolean },
  id: string,
  wording: SurfaceWording,
): RecordView {
  const view: RecordView = {
    id,
    type: text.kind as RecordView['type'],
    category: 'general',
    importance: text.importance,
    content: text.text,
    status: text.isRewound === true ? 'retracted' : 'active',
    project: text.projectId,
    session_id: text.sessionId,
    source: SOURCE_OF[text.kind],
    subject: null,
    created_at: text.at,
    occurred_at: text.at,
    updated_at: text.at,
    version: 1,
    tags: [],
    aliases: [],
    supersedes: [],
    superseded_by: null,
    resolved_at: null,
    resolution: null,
    expires_at: null,
  };
  return shortened(view, text.kind, wording);
}

export interface SearchHit {
  readonly kind: HitKind;
  readonly record: RecordView;
  readonly score: number;
  readonly why: string;
  readonly snippet: string;
  /** Words of the text that match the query. */
  readonly matched: readonly string[];
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
function duplicateIds({ duplicates }: Hit, { id }: RecordView, captures: ReadonlyMap<string, string>) {
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

function viewOf(
  wording: SurfaceWording,
  { text }: Hit,
  records: ReadonlyMap<string, ThroughlineRecord>,
  captures: ReadonlyMap<string, string>,
  at: string,
) {
  if (text.kind === 'record') {
    const record = records.get(text.id);
    return record === undefined || isDamagedRecord(record) ? undefined : recordHit(record, at, wording);
  }
  const { kind } = text;
  return textHit({ ...text, kind }, captures.get(text.key) ?? text.id, wording);
}

/** Hits as every surface shows them. Records that were deleted meanwhile are left out. */
export async function showHits(
  deps: Pick<Deps, 'clock' | 'store'>,
  { wording }: Caller,
  hits: readonly Hit[],
  answer: Answer,
  query: ParsedQuery,
  { as_of, project }: SearchMemoryInput,
): Promise<readonly SearchHit[]> {
  const names = project === ALL_PROJECTS ? await projectNames(deps, hits) : new Map<string, string>();
  const records = await recordsOf(deps, hits, as_of);
  const captures = await capturesOf(
    deps,
    hits.flatMap(({ text, duplicates }) => [text, ...duplicates]),
  );
  const matcher = new Matcher(answer.asked);
  const weightOf = (word: string) =>
    Math.max(0, ...matcher.matchesOf(word).map(({ index }) => answer.asked[index]?.weight ?? 0));
  const whyOf = (hit: Hit, view: RecordView, matched: readonly string[]): readonly string[] => {
    const { text, ranked } = hit;
    const duplicates = duplicateIds(hit, view, captures);
    return [
      names.get(text.projectId ?? '') ?? '',
      LABELS[text.kind],
      text.isSecret ? 'hidden from players' : '',
      text.isRewound === true ? 'rewound: it no longer happened' : '',
      ranked === undefined ? newestFirst(query) : explain(ranked, answer.asked, query, matched),
      view.superseded_by === null ? '' : `replaced by ${view.superseded_by}`,
      ENDED.has(view.status) && text.isRewound !== true ? view.status : '',
      duplicates.length === 0 ? '' : `nearly the same: ${duplicates.join(', ')}`,
    ].filter((part) => part !== '');
  };
  return hits.flatMap((hit): SearchHit[] => {
    const { text, ranked } = hit;
    const record = viewOf(wording, hit, records, captures, as_of ?? deps.clock.now());
    if (record === undefined) return [];
    const { snippet, matched } = snippetOf(text.text, weightOf);
    const score = Math.round(Math.min(1, ranked?.confidence ?? 0) * 1_000) / 1_000;
    return [
      { kind: text.kind, record, score, why: whyOf(hit, record, matched).join('; '), snippet, matched },
    ];
  });
}
