import { transcriptKey } from '../../domain/capture/messages.ts';
import { isDamagedRecord } from '../../domain/damage.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import { ALL_PROJECTS } from '../../domain/project/project.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { idsIn } from '../../domain/short-id.ts';
import { type ConfidenceLevel, confidenceLevel } from '../../search/cutoff.ts';
import { Matcher } from '../../search/matcher.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { type ShownPassage, showPassage } from '../../search/show-passage.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { Answer, Hit, SearchMemoryInput } from './answer.ts';
import { type HitKind, missingOf, type Page, whyOf } from './hit-reasons.ts';
import { type HitRecord, hitRecord, otherHit } from './hit-record.ts';
import type { Searched } from './searched-doc.ts';

const MAX_CAPTURES = 200;
/** Of a longer text a passage is shown, even if whole texts are asked for: it would not fit into one result. */
const MAX_FULL_CHARS = 16_000;

/** By text key, the id of the capture that contains that line of the transcript. */
async function captureIdsByText(
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

type OfSession = { readonly session?: string };

/** How to read the rest of a text of which a passage is shown. */
const REST: Readonly<Record<HitKind, (id: string, ofSession: OfSession, text: Searched) => NextStep>> = {
  record: (id) => nextStep('memory.read', { ids: [id] }),
  note: (_, ofSession) => nextStep('note.read', ofSession),
  turn: (_, ofSession) => nextStep('session.show', ofSession),
  event: () => nextStep('event.list'),
  capture: (id) => nextStep('capture.read', { id }),
  session: (id) => nextStep('session.show', { session: id }),
  entity: (_, __, { projectId, entityKind }) =>
    nextStep('campaign.show', {
      ...(projectId === null ? {} : { campaign: projectId }),
      section: `${entityKind}s`,
    }),
};

/** A title is not the whole session, and the texts of an entity are not all that is known about it. */
const hasMore = ({ kind }: Searched) => kind === 'session' || kind === 'entity';

export interface SearchHit {
  readonly kind: HitKind;
  readonly record: HitRecord;
  readonly score: number;
  readonly confidence: ConfidenceLevel;
  readonly why: string;
  /** The part that matches best, with the matched words marked; the whole text if it is short, unmarked with `content: full`. */
  readonly passage: string;
  /** Words of the passage that match the query. */
  readonly matched: readonly string[];
  /** How to read the rest; absent if the passage is all. */
  readonly rest?: string;
  /** Specific words of the query that the text lacks. */
  readonly missing?: readonly string[];
}

/** Ids that the text of a hit names. */
export const idsOfHit = ({ record, why, rest = '' }: SearchHit): readonly string[] => [
  record.id,
  ...idsIn(why),
  ...idsIn(rest),
];

/** Project names by id. */
async function projectNames(
  deps: Pick<Deps, 'store'>,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(hits.flatMap(({ text }) => text.projectId ?? []))];
  const projects = ids.length === 0 ? [] : await deps.store.projects.findAll(ids);
  return new Map(projects.map(({ id, name }) => [id, name]));
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

/** Of a very long text only the beginning may have been ranked. */
const passageOf = ({ text, ranked }: Hit, whole: string, matcher: Matcher): ShownPassage =>
  showPassage(
    whole.startsWith(text.text) ? whole : text.text,
    ranked?.passage ?? { from: 0, to: 0 },
    matcher,
  );

/** Hits as every surface shows them. Records that were deleted meanwhile are left out. */
export async function showHits(
  deps: Pick<Deps, 'clock' | 'store'>,
  { wording }: Caller,
  hits: readonly Hit[],
  answer: Answer,
  query: ParsedQuery,
  { as_of, project, content, min_score }: SearchMemoryInput,
): Promise<readonly SearchHit[]> {
  const records = await recordsOf(deps, hits, as_of);
  const others = content === 'full' ? await wholeTexts(deps, hits) : new Map<string, string>();
  const page: Page = {
    answer,
    query,
    matcher: new Matcher(answer.asked),
    projects: await projectNames(deps, hits),
    isEverywhere: project === ALL_PROJECTS,
    captures: await captureIdsByText(
      deps,
      hits.flatMap(({ text, duplicates }) => [text, ...duplicates]),
    ),
  };
  const wasCut = min_score === undefined && answer.isNearest !== true;
  return hits.flatMap((hit): SearchHit[] => {
    const { text, ranked } = hit;
    const { kind } = text;
    const stored = records.get(text.id);
    if (kind === 'record' && (stored === undefined || isDamagedRecord(stored))) return [];
    const projectName = page.projects.get(text.projectId ?? '') ?? null;
    const record =
      stored === undefined
        ? otherHit(text, page.captures.get(text.key) ?? text.id, projectName)
        : hitRecord(stored, projectName, as_of ?? deps.clock.now());
    const whole = stored?.content ?? others.get(text.key) ?? text.text;
    const { passage, matched, isWhole } = passageOf(hit, whole, page.matcher);
    const isFull = isWhole || (content === 'full' && whole.length <= MAX_FULL_CHARS);
    const session = record.session_id === undefined ? {} : { session: record.session_id };
    const confidence = ranked?.confidence ?? 0;
    return [
      {
        kind,
        record: isFull ? { ...record, content: whole } : record,
        score: Math.round(Math.min(1, confidence) * 1_000) / 1_000,
        confidence: ranked === undefined ? 'high' : confidenceLevel(ranked, wasCut),
        why: whyOf(page, hit, record, matched),
        passage: isWhole && content === 'full' ? whole : passage,
        matched,
        ...(isFull && !hasMore(text) ? {} : { rest: wording.step(REST[kind](record.id, session, text)) }),
        ...(answer.isNearest === true ? { missing: missingOf(hit, answer) } : {}),
      },
    ];
  });
}
