import type { Instant } from '../../domain/instant.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { SOURCES } from '../../domain/record/sources.ts';
import type { SurfaceWording } from '../../domain/surface-wording.ts';
import type { SearchText, TextKind } from '../ports/search-index.ts';
import { type RecordView, recordView } from '../views/record-view.ts';

export type HitKind = 'record' | TextKind;

const RECORD_CHARS = 4_000;

type OfSession = { readonly session?: string };

/** How to read the rest of what is shown shortened. */
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

export const recordHit = (record: ThroughlineRecord, at: Instant, wording: SurfaceWording): RecordView =>
  shortened(recordView(record, at), 'record', wording);

/** What is no record, shown in the shape of one: its type says what it is. */
export function textHit(
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
