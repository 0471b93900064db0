import type { Instant } from '../../domain/instant.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import type { SearchText, TextKind } from '../ports/search-index.ts';
import { type RecordView, recordView } from '../views/record-view.ts';

export type HitKind = 'record' | TextKind;

const RECORD_CHARS = 4_000;

/** The call that returns the rest of what is shown shortened. */
const REST: Readonly<Record<HitKind, (id: string) => string>> = {
  record: (id) => `list_memories ids=["${id}"]`,
  note: () => 'get_sessions',
  turn: (id) => `get_session_state session_id="${id}"`,
  event: () => 'get_events',
  capture: (id) => `read_capture id="${id}"`,
};

const SOURCES: Readonly<Record<TextKind, string>> = {
  note: 'add_session_note',
  turn: 'hook',
  event: 'player_action',
  capture: 'hook',
};

function shortened(view: RecordView, rest: string): RecordView {
  if (view.content.length <= RECORD_CHARS) return view;
  return { ...view, content: `${view.content.slice(0, RECORD_CHARS).toWellFormed()}… [${rest}]` };
}

export const recordHit = (record: ThroughlineRecord, at: Instant): RecordView =>
  shortened(recordView(record, at), REST.record(record.id));

/** What is no record, shown in the shape of one: its type says what it is. */
export function textHit(
  text: SearchText & { readonly kind: TextKind; readonly isRewound?: boolean },
  id: string,
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
    source: SOURCES[text.kind],
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
  return shortened(view, REST[text.kind](id));
}
