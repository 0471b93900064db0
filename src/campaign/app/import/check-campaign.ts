import { appendKey } from '../../../lib/describe-issue.ts';
import type { CampaignFile, PatchRow, SessionRow } from '../../domain/export/campaign-file.ts';
import { entityKey } from '../../domain/name-key.ts';
import type { Fields } from '../../domain/patch.ts';
import type { CampaignSchemas, Patched } from './campaign-file-schema.ts';
import { checkReplay } from './check-replay.ts';
import {
  type Branches,
  checkBranches,
  checkNoCycle,
  checkTurn,
  checkUnique,
  checkVisibilities,
  type Kinds,
  kindsIn,
  rejectField,
  rejectIssues,
} from './check-rows.ts';

const patchedBy = (target: string, kinds: Kinds): Patched | undefined =>
  target === 'state' || target === 'campaign' ? target : kinds.get(target);

const isNothing = (fields: Fields) => Object.keys(fields).length === 0;

/** A patch creates or removes a whole entity, or replaces existing fields. */
function checkPatch(
  { target, before, after }: PatchRow,
  index: number,
  kinds: Kinds,
  schemas: CampaignSchemas,
): void {
  const path = `patches[${index}]`;
  const patched = patchedBy(target, kinds);
  if (patched === undefined) rejectField(`${path}.target`, 'is made nowhere');
  const isOptional = (key: string) => schemas.isOptionalInPatch(patched, key);
  const sides = [...Object.keys(before), ...Object.keys(after)];
  const isOfOptional = sides.every(isOptional) && sides.length > 0;
  if (target.startsWith('ent_') && !isOfOptional && (isNothing(before) || isNothing(after))) {
    const [made, side] = isNothing(before) ? [after, 'after'] : [before, 'before'];
    rejectIssues(schemas.issuesInPatch(patched, 'whole', made), ['patches', index, side]);
    return;
  }
  rejectIssues(schemas.issuesInPatch(patched, 'some', before), ['patches', index, 'before']);
  rejectIssues(schemas.issuesInPatch(patched, 'some', after), ['patches', index, 'after']);
  for (const key of sides.filter((one) => !isOptional(one))) {
    if (!Object.hasOwn(after, key)) rejectField(appendKey(`${path}.after`, key), 'is missing');
    if (!Object.hasOwn(before, key)) rejectField(appendKey(`${path}.before`, key), 'is missing');
  }
}

/** The patches of a turn are numbered from 1 without gaps, in any order of the file. */
function checkNumbers(patches: readonly PatchRow[]): void {
  const placeOf = ({ branch, turn }: PatchRow) => JSON.stringify([branch, turn]);
  const counts = new Map<string, number>();
  for (const patch of patches) counts.set(placeOf(patch), (counts.get(placeOf(patch)) ?? 0) + 1);
  for (const [index, patch] of patches.entries()) {
    const count = counts.get(placeOf(patch)) ?? 0;
    if (patch.number > count)
      rejectField(
        `patches[${index}].number`,
        `is ${patch.number}, but its turn has ${count}: one is missing`,
        count,
      );
  }
}

function checkPatches(
  { patches }: CampaignFile,
  branches: Branches,
  kinds: Kinds,
  schemas: CampaignSchemas,
): void {
  for (const [index, patch] of patches.entries()) {
    checkTurn(patch, `patches[${index}]`, branches);
    checkPatch(patch, index, kinds, schemas);
  }
  checkNumbers(patches);
}

/** The fields that each status requires. */
const FIELDS_OF_STATUS: { readonly [Status in SessionRow['status']]: readonly (keyof SessionRow)[] } = {
  paused: ['paused_at'],
  ended: ['ended_at'],
  closed: ['ended_at', 'closed_at', 'closing'],
};
const TIME_FIELDS = ['heard_at', 'paused_at', 'ended_at', 'closed_at'] as const;

function checkStatus(session: SessionRow, path: string): void {
  for (const field of ['paused_at', 'ended_at', 'closed_at', 'closing'] as const) {
    const isThere = session[field] !== null;
    if (isThere === FIELDS_OF_STATUS[session.status].includes(field)) continue;
    rejectField(
      `${path}.${field}`,
      isThere ? `must be null while status is ${session.status}` : `is missing for status ${session.status}`,
    );
  }
  for (const field of TIME_FIELDS) {
    const at = session[field];
    if (at !== null && at < session.started_at) rejectField(`${path}.${field}`, 'is before started_at');
  }
}

/** Sessions form no cycles; notes and events belong to an existing session. */
function checkSessions({ sessions, notes, events }: CampaignFile): void {
  checkUnique(sessions, 'sessions', ({ id }) => id);
  checkUnique(notes, 'notes', ({ id }) => id);
  const ids = new Set(sessions.map(({ id }) => id));
  const sessionOf = new Map(notes.map(({ id, session_id }) => [id, session_id]));
  for (const [index, session] of sessions.entries()) {
    const path = `sessions[${index}]`;
    if (session.number !== index + 1) rejectField(`${path}.number`, `must be ${index + 1}`, index + 1);
    checkStatus(session, path);
    for (const field of ['predecessor_id', 'successor_id'] as const) {
      const id = session[field];
      if (id !== null && !ids.has(id)) rejectField(`${path}.${field}`, 'is no session of this file');
    }
    const { handoff } = session;
    if (handoff === null) continue;
    if (handoff.is_current && handoff.summary === null)
      rejectField(`${path}.handoff.is_current`, 'must be false without a summary');
    if (handoff.note_id !== null && sessionOf.get(handoff.note_id) !== session.id)
      rejectField(`${path}.handoff.note_id`, 'is no note of this session');
  }
  checkNoCycle(sessions, 'sessions', 'predecessor_id', ({ predecessor_id }) => predecessor_id);
  checkNoCycle(sessions, 'sessions', 'successor_id', ({ successor_id }) => successor_id);
  for (const [index, { session_id }] of notes.entries())
    if (!ids.has(session_id)) rejectField(`notes[${index}].session_id`, 'is no session of this file');
  for (const [index, { session_id }] of events.entries())
    if (session_id !== null && !ids.has(session_id))
      rejectField(`events[${index}].session_id`, 'is no session of this file');
}

/** On each branch, turns are consecutive, and other events have the number of the last turn. */
function checkEvents({ branches, events }: CampaignFile, byId: Branches): void {
  const heads = new Map(branches.map(({ id, forked_at }) => [id, forked_at]));
  for (const [index, event] of events.entries()) {
    const path = `events[${index}]`;
    checkTurn(event, path, byId);
    const head = heads.get(event.branch) ?? 0;
    const expected = event.is_turn ? head + 1 : head;
    if (event.turn !== expected)
      rejectField(
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
      rejectField(
        `branches[${index}].last_turn`,
        `is ${last_turn}, but the events end at turn ${head}`,
        head,
      );
  }
}

/** Checks that the parts of a file fit together. Its shape was checked before. */
export function checkCampaign(file: CampaignFile, schemas: CampaignSchemas): void {
  const { campaign, entities, patches, events } = file;
  const branches = checkBranches(file.branches);
  const played = branches.get(campaign.branch);
  if (played === undefined) rejectField('campaign.branch', 'is no branch');
  if (played.last_turn !== campaign.turn)
    rejectField('campaign.turn', `is not the last turn of its branch, ${played.last_turn}`, played.last_turn);
  checkUnique(entities, 'entities', ({ id }) => id);
  checkUnique(entities, 'entities', ({ kind, name, is_removed }) =>
    is_removed ? null : `${kind} ${entityKey(name)}`,
  );
  checkUnique(patches, 'patches', ({ branch, turn, number }) => JSON.stringify([branch, turn, number]));
  checkUnique(events, 'events', ({ id }) => id);
  const kinds = kindsIn(file);
  checkPatches(file, branches, kinds, schemas);
  checkEvents(file, branches);
  checkSessions(file);
  checkVisibilities(file, kinds);
  checkReplay(file, branches, kinds);
}
