import * as z from 'zod';
import { MAX_EPITAPH, MAX_REASON } from '../../../app/input-constraints.ts';
import { MAX_AGENT, MAX_TITLE } from '../../../app/start-session.ts';
import { NOTE_LIMITS, NOTE_VISIBILITIES } from '../../../domain/note/note.ts';
import { SUCCESSION_POLICIES } from '../../../domain/session/session.ts';
import { EXPORTED_STATUSES } from '../../domain/export/campaign-copy.ts';
import { idOf, integer, list, map, nonEmptyText, nonEmptyUpTo, sum, time, version } from './schema-parts.ts';

const closing = z.strictObject({
  reason: nonEmptyUpTo(MAX_REASON).nullable(),
  epitaph: nonEmptyUpTo(MAX_EPITAPH).nullable(),
  policy: z.literal(SUCCESSION_POLICIES),
});

const handoff = z.strictObject({
  summary: nonEmptyText.nullable(),
  is_current: z.boolean(),
  is_derived: z.boolean(),
  is_reopened: z.boolean(),
  note_id: idOf('not').nullable(),
  at: time,
});

export const session = z.strictObject({
  id: idOf('ses'),
  number: integer(1, 1_000_000_000),
  title: nonEmptyUpTo(MAX_TITLE).nullable(),
  agent: nonEmptyUpTo(MAX_AGENT).nullable(),
  status: z.literal(EXPORTED_STATUSES),
  started_at: time,
  heard_at: time,
  paused_at: time.nullable(),
  ended_at: time.nullable(),
  closed_at: time.nullable(),
  active_ms: sum,
  predecessor_id: idOf('ses').nullable(),
  successor_id: idOf('ses').nullable(),
  closing: closing.nullable(),
  handoff: handoff.nullable(),
});

const lines = list(nonEmptyText, NOTE_LIMITS.list);

export const note = z.strictObject({
  id: idOf('not'),
  session_id: idOf('ses'),
  session_number: integer(0, NOTE_LIMITS.number).nullable(),
  title: nonEmptyUpTo(NOTE_LIMITS.title).nullable(),
  summary: nonEmptyText,
  events: lines,
  characters_present: lines,
  npcs_encountered: lines,
  quest_updates: map(nonEmptyUpTo(NOTE_LIMITS.quest), nonEmptyText),
  combat_encounters: lines,
  experience_gained: z.number().min(0).max(NOTE_LIMITS.experience).nullable(),
  treasure_found: lines,
  notes: nonEmptyText.nullable(),
  visibility: z.literal(NOTE_VISIBILITIES),
  occurred_at: time.nullable(),
  version,
  created_at: time,
  updated_at: time,
});
