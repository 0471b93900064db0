import { isDamagedRecord } from '../../domain/damage.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import type { SurfaceWording } from '../../domain/surface-wording.ts';
import { explain } from '../../search/explain.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { Matcher } from '../../search/passages.ts';
import { snippetOf } from '../../search/snippet.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { RecordView } from '../views/record-view.ts';
import type { Answer, Hit, SearchMemoryInput } from './answer.ts';
import { type HitKind, recordHit, textHit } from './hit-view.ts';
import { capturesOf } from './readable-hits.ts';

export interface SearchHit {
  readonly kind: HitKind;
  readonly record: RecordView;
  readonly score: number;
  readonly why: string;
  readonly snippet: string;
  /** Words of the text that were asked for, as they stand in it. */
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

/** What is over without anything in its place. */
const ENDED: ReadonlySet<string> = new Set(['resolved', 'expired', 'retracted']);

/** Where everything was searched, whose each hit is. */
async function projectNames(
  deps: Pick<Deps, 'store'>,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(hits.flatMap(({ text }) => text.projectId ?? []))];
  const projects = ids.length === 0 ? [] : await deps.store.projects.findAll(ids);
  return new Map(projects.map(({ id, name }) => [id, `in ${JSON.stringify(name)}`]));
}

/** Several texts of one session or capture have the same id, which may be the one of the hit. */
function duplicateIds({ alike }: Hit, { id }: RecordView, captures: ReadonlyMap<string, string>) {
  const ids = new Set(alike.map((text) => captures.get(text.key) ?? text.id));
  ids.delete(id);
  return [...ids];
}

function whyOf(
  { text, ranked }: Hit,
  { asked }: Answer,
  matched: readonly string[],
  query: ParsedQuery,
  view: RecordView,
  duplicates: readonly string[],
): readonly string[] {
  return [
    LABELS[text.kind],
    text.isSecret ? 'hidden from players' : '',
    text.isRewound === true ? 'rewound: it no longer happened' : '',
    ranked === undefined ? newestFirst(query) : explain(ranked, asked, query, matched),
    view.superseded_by === null ? '' : `replaced by ${view.superseded_by}`,
    ENDED.has(view.status) && text.isRewound !== true ? view.status : '',
    duplicates.length === 0 ? '' : `nearly the same: ${duplicates.join(', ')}`,
  ];
}

/** The records of these hits, as they are or as they were. */
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

/** Hits as every surface shows them; one that was deleted meanwhile is left out. */
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
    hits.flatMap(({ text, alike }) => [text, ...alike]),
  );
  const matcher = new Matcher(answer.asked);
  const weightOf = (word: string) =>
    Math.max(0, ...matcher.placesOf(word).map(({ index }) => answer.asked[index]?.weight ?? 0));
  const shown: SearchHit[] = [];
  for (const hit of hits) {
    const record = viewOf(wording, hit, records, captures, as_of ?? deps.clock.now());
    if (record === undefined) continue;
    const duplicates = duplicateIds(hit, record, captures);
    const { snippet, matched } = snippetOf(hit.text.text, weightOf, matcher.windowsOf(hit.text.text));
    shown.push({
      kind: hit.text.kind,
      record,
      score: Math.round(Math.min(1, hit.ranked?.sure ?? 0) * 1_000) / 1_000,
      why: [
        names.get(hit.text.projectId ?? '') ?? '',
        ...whyOf(hit, answer, matched, query, record, duplicates),
      ]
        .filter((part) => part !== '')
        .join('; '),
      snippet,
      matched,
    });
  }
  return shown;
}
