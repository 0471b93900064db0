import { KEPT_STATUSES } from '../../domain/campaign/export/kept-sitting.ts';
import { NOTE_LIMITS as MOST, NOTE_VISIBILITIES } from '../../domain/note/note.ts';
import { SUCCESSION_POLICIES } from '../../domain/session/session.ts';
import { list, map, number, oneOf, orNull, shape, truth, whole } from '../../lib/check-shape.ts';
import { MAX_EPITAPH, MAX_REASON } from '../choices.ts';
import { MAX_AGENT, MAX_TITLE } from '../start-session.ts';
import { idOf, maybeMoment, moment, said, saidUpTo, sum } from './shape-parts.ts';

const closing = shape({
  reason: orNull(saidUpTo(MAX_REASON)),
  epitaph: orNull(saidUpTo(MAX_EPITAPH)),
  policy: oneOf(SUCCESSION_POLICIES),
});

const handoff = shape({
  summary: orNull(said),
  is_current: truth,
  is_derived: truth,
  is_reopened: truth,
  note_id: orNull(idOf('not')),
  at: moment,
});

export const session = shape({
  id: idOf('ses'),
  number: whole(1, 1_000_000_000),
  title: orNull(saidUpTo(MAX_TITLE)),
  agent: orNull(saidUpTo(MAX_AGENT)),
  status: oneOf(KEPT_STATUSES),
  started_at: moment,
  heard_at: moment,
  paused_at: maybeMoment,
  ended_at: maybeMoment,
  closed_at: maybeMoment,
  active_ms: sum,
  predecessor_id: orNull(idOf('ses')),
  successor_id: orNull(idOf('ses')),
  closing: orNull(closing),
  handoff: orNull(handoff),
});

const lines = list(said, MOST.list);

export const note = shape({
  id: idOf('not'),
  session_id: idOf('ses'),
  session_number: orNull(whole(0, MOST.number)),
  title: orNull(saidUpTo(MOST.title)),
  summary: said,
  events: lines,
  characters_present: lines,
  npcs_encountered: lines,
  quest_updates: map(saidUpTo(MOST.quest), said),
  combat_encounters: lines,
  experience_gained: orNull(number(0, MOST.experience)),
  treasure_found: lines,
  notes: orNull(said),
  visibility: oneOf(NOTE_VISIBILITIES),
  occurred_at: maybeMoment,
  version: whole(1, Number.MAX_SAFE_INTEGER - 1_000_000),
  created_at: moment,
  updated_at: moment,
});
