import * as z from 'zod';
import { KEPT_STATUSES } from '../../domain/campaign/export/kept-sitting.ts';
import { NOTE_LIMITS, NOTE_VISIBILITIES } from '../../domain/note/note.ts';
import { SUCCESSION_POLICIES } from '../../domain/session/session.ts';
import { MAX_EPITAPH, MAX_REASON } from '../choices.ts';
import { MAX_AGENT, MAX_TITLE } from '../start-session.ts';
import { idOf, list, map, moment, said, saidUpTo, sum, version, whole } from './schema-parts.ts';

const closing = z.strictObject({
  reason: saidUpTo(MAX_REASON).nullable(),
  epitaph: saidUpTo(MAX_EPITAPH).nullable(),
  policy: z.literal(SUCCESSION_POLICIES),
});

const handoff = z.strictObject({
  summary: said.nullable(),
  is_current: z.boolean(),
  is_derived: z.boolean(),
  is_reopened: z.boolean(),
  note_id: idOf('not').nullable(),
  at: moment,
});

/** A session of a game, as the file of its campaign has it. */
export const session = z.strictObject({
  id: idOf('ses'),
  number: whole(1, 1_000_000_000),
  title: saidUpTo(MAX_TITLE).nullable(),
  agent: saidUpTo(MAX_AGENT).nullable(),
  status: z.literal(KEPT_STATUSES),
  started_at: moment,
  heard_at: moment,
  paused_at: moment.nullable(),
  ended_at: moment.nullable(),
  closed_at: moment.nullable(),
  active_ms: sum,
  predecessor_id: idOf('ses').nullable(),
  successor_id: idOf('ses').nullable(),
  closing: closing.nullable(),
  handoff: handoff.nullable(),
});

const lines = list(said, NOTE_LIMITS.list);

export const note = z.strictObject({
  id: idOf('not'),
  session_id: idOf('ses'),
  session_number: whole(0, NOTE_LIMITS.number).nullable(),
  title: saidUpTo(NOTE_LIMITS.title).nullable(),
  summary: said,
  events: lines,
  characters_present: lines,
  npcs_encountered: lines,
  quest_updates: map(saidUpTo(NOTE_LIMITS.quest), said),
  combat_encounters: lines,
  experience_gained: z.number().min(0).max(NOTE_LIMITS.experience).nullable(),
  treasure_found: lines,
  notes: said.nullable(),
  visibility: z.literal(NOTE_VISIBILITIES),
  occurred_at: moment.nullable(),
  version,
  created_at: moment,
  updated_at: moment,
});
