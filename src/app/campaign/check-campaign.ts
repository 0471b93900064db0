import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import type { SessionRow } from '../../domain/campaign/export/sitting-rows.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { CampaignSchemas } from './campaign-file-schema.ts';
import { type Branches, checkBranches, checkEnds, checkOnce, checkPlace } from './check-branches.ts';
import { checkPatches, kindsIn } from './check-patches.ts';
import { checkReplay } from './check-replay.ts';
import { checkWhoSees } from './check-seen.ts';
import { refuse } from './file-problem.ts';

/** Which moments and words go with each status. */
const HAS: { readonly [Status in SessionRow['status']]: readonly (keyof SessionRow)[] } = {
  paused: ['paused_at'],
  ended: ['ended_at'],
  closed: ['ended_at', 'closed_at', 'closing'],
};
const MOMENTS = ['heard_at', 'paused_at', 'ended_at', 'closed_at'] as const;

function checkState(session: SessionRow, path: string): void {
  for (const field of ['paused_at', 'ended_at', 'closed_at', 'closing'] as const) {
    const isThere = session[field] !== null;
    if (isThere === HAS[session.status].includes(field)) continue;
    refuse(
      `${path}.${field}`,
      isThere ? `must be null while status is ${session.status}` : `is missing for status ${session.status}`,
    );
  }
  for (const field of MOMENTS) {
    const at = session[field];
    if (at !== null && at < session.started_at) refuse(`${path}.${field}`, 'is before started_at');
  }
}

/** Sittings lead on to each other, never in a circle; notes and events are of one that is there. */
function checkSessions({ sessions, notes, events }: CampaignFile): void {
  checkOnce(sessions, 'sessions', ({ id }) => id);
  checkOnce(notes, 'notes', ({ id }) => id);
  const ids = new Set(sessions.map(({ id }) => id));
  const sessionOf = new Map(notes.map(({ id, session_id }) => [id, session_id]));
  for (const [index, session] of sessions.entries()) {
    const path = `sessions[${index}]`;
    if (session.number !== index + 1) refuse(`${path}.number`, `must be ${index + 1}`, index + 1);
    checkState(session, path);
    for (const field of ['predecessor_id', 'successor_id'] as const) {
      const id = session[field];
      if (id !== null && !ids.has(id)) refuse(`${path}.${field}`, 'is no session of this file');
    }
    const { handoff } = session;
    if (handoff === null) continue;
    if (handoff.is_current && handoff.summary === null)
      refuse(`${path}.handoff.is_current`, 'must be false without a summary');
    if (handoff.note_id !== null && sessionOf.get(handoff.note_id) !== session.id)
      refuse(`${path}.handoff.note_id`, 'is no note of this session');
  }
  checkEnds(sessions, 'sessions', 'predecessor_id', ({ predecessor_id }) => predecessor_id);
  checkEnds(sessions, 'sessions', 'successor_id', ({ successor_id }) => successor_id);
  for (const [index, { session_id }] of notes.entries())
    if (!ids.has(session_id)) refuse(`notes[${index}].session_id`, 'is no session of this file');
  for (const [index, { session_id }] of events.entries())
    if (session_id !== null && !ids.has(session_id))
      refuse(`events[${index}].session_id`, 'is no session of this file');
}

/** On each branch one turn follows the other, each told once, and what was told between two of them stands there. */
function checkEvents({ branches, events }: CampaignFile, byId: Branches): void {
  const heads = new Map(branches.map(({ id, forked_at }) => [id, forked_at]));
  for (const [index, event] of events.entries()) {
    const path = `events[${index}]`;
    checkPlace(event, path, byId);
    const head = heads.get(event.branch) ?? 0;
    const expected = event.is_turn ? head + 1 : head;
    if (event.turn !== expected)
      refuse(
        `${path}.turn`,
        event.is_turn
          ? `is ${event.turn}, but turn ${expected} of its branch comes next`
          : `is ${event.turn}, but its branch was at turn ${expected}`,
        expected,
      );
    heads.set(event.branch, expected);
  }
  for (const [index, { id, last_turn }] of branches.entries()) {
    const head = heads.get(id) ?? 0;
    if (head !== last_turn)
      refuse(`branches[${index}].last_turn`, `is ${last_turn}, but the events end at turn ${head}`, head);
  }
}

/** What no single value shows: that all of it is of one piece. Its shape is known to be right. */
export function checkCampaign(file: CampaignFile, schemas: CampaignSchemas): void {
  const { campaign, entities, patches, events } = file;
  const branches = checkBranches(file.branches);
  const played = branches.get(campaign.branch);
  if (played === undefined) refuse('campaign.branch', 'is no branch');
  if (played.last_turn !== campaign.turn)
    refuse('campaign.turn', `is not the last turn of its branch, ${played.last_turn}`, played.last_turn);
  checkOnce(entities, 'entities', ({ id }) => id);
  checkOnce(entities, 'entities', ({ kind, name, is_removed }) =>
    is_removed ? null : `${kind} ${entityKey(name)}`,
  );
  checkOnce(patches, 'patches', ({ branch, turn, number }) => JSON.stringify([branch, turn, number]));
  checkOnce(events, 'events', ({ id }) => id);
  const kinds = kindsIn(file);
  checkPatches(file, branches, kinds, schemas);
  checkEvents(file, branches);
  checkSessions(file);
  checkWhoSees(file, kinds);
  checkReplay(file, branches, kinds);
}
