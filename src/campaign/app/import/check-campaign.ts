import { appendKey } from '../../../lib/describe-issue.ts';
import { groupBy } from '../../../lib/lists.ts';
import type { CampaignFile, PatchRow, SessionRow } from '../../domain/export/campaign-file.ts';
import { entityKey } from '../../domain/name-key.ts';
import type { Fields } from '../../domain/patch.ts';
import { isOptionalInPatch, issuesInPatch } from './campaign-file-schema.ts';
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
  type Located,
  type LocatedFile,
  locateRows,
  rejectField,
  rejectIssues,
} from './check-rows.ts';

const isNothing = (fields: Fields) => Object.keys(fields).length === 0;

/** A patch creates or removes a whole entity, or replaces existing fields. */
function checkPatch({ target, before, after, index, path }: Located<PatchRow>, kinds: Kinds): void {
  const patched = target === 'state' || target === 'campaign' ? target : kinds.get(target);
  if (patched === undefined) rejectField(`${path}.target`, 'is never created');
  const keys = [...Object.keys(before), ...Object.keys(after)];
  const required = keys.filter((key) => !isOptionalInPatch(patched, key));
  const isOfOptional = required.length === 0 && keys.length > 0;
  if (target.startsWith('ent_') && !isOfOptional && (isNothing(before) || isNothing(after))) {
    const [whole, side] = isNothing(before) ? [after, 'after'] : [before, 'before'];
    rejectIssues(issuesInPatch(patched, 'whole', whole), ['patches', index, side]);
    return;
  }
  rejectIssues(issuesInPatch(patched, 'some', before), ['patches', index, 'before']);
  rejectIssues(issuesInPatch(patched, 'some', after), ['patches', index, 'after']);
  for (const key of required) {
    if (!Object.hasOwn(after, key)) rejectField(appendKey(`${path}.after`, key), 'is missing');
    if (!Object.hasOwn(before, key)) rejectField(appendKey(`${path}.before`, key), 'is missing');
  }
}

/** The patches of a turn are numbered from 1 without gaps, in any order of the file. */
function checkPatches({ patches }: LocatedFile, branches: Branches, kinds: Kinds): void {
  for (const patch of patches) {
    checkTurn(patch, branches);
    checkPatch(patch, kinds);
  }
  const byTurn = groupBy(patches, ({ branch, turn }) => JSON.stringify([branch, turn]));
  for (const { branch, turn, number, path } of patches) {
    const count = byTurn.get(JSON.stringify([branch, turn]))?.length ?? 0;
    if (number > count)
      rejectField(`${path}.number`, `is ${number}, but its turn has ${count}: one is missing`, count);
  }
}

const FIELDS_OF_STATUS: { readonly [Status in SessionRow['status']]: readonly (keyof SessionRow)[] } = {
  paused: ['paused_at'],
  ended: ['ended_at'],
  closed: ['ended_at', 'closed_at', 'closing'],
};

function checkStatus(session: Located<SessionRow>): void {
  const { path, status, started_at } = session;
  for (const field of ['paused_at', 'ended_at', 'closed_at', 'closing'] as const) {
    const isThere = session[field] !== null;
    if (isThere !== FIELDS_OF_STATUS[status].includes(field))
      rejectField(
        `${path}.${field}`,
        isThere ? `must be null while status is ${status}` : `is missing for status ${status}`,
      );
  }
  for (const field of ['heard_at', 'paused_at', 'ended_at', 'closed_at'] as const) {
    const at = session[field];
    if (at !== null && at < started_at) rejectField(`${path}.${field}`, 'is before started_at');
  }
}

function checkSessions({ sessions, notes, events }: LocatedFile): void {
  checkUnique(sessions, ({ id }) => id);
  checkUnique(notes, ({ id }) => id);
  const ids = new Set(sessions.map(({ id }) => id));
  const checkSession = (id: string | null, field: string) => {
    if (id !== null && !ids.has(id)) rejectField(field, 'is no session of this file');
  };
  const sessionOf = new Map(notes.map(({ id, session_id }) => [id, session_id]));
  for (const session of sessions) {
    const { path, handoff, id } = session;
    const number = session.index + 1;
    if (session.number !== number) rejectField(`${path}.number`, `must be ${number}`, number);
    checkStatus(session);
    checkSession(session.predecessor_id, `${path}.predecessor_id`);
    checkSession(session.successor_id, `${path}.successor_id`);
    if (handoff === null) continue;
    if (handoff.is_current && handoff.summary === null)
      rejectField(`${path}.handoff.is_current`, 'must be false without a summary');
    if (handoff.note_id !== null && sessionOf.get(handoff.note_id) !== id)
      rejectField(`${path}.handoff.note_id`, 'is no note of this session');
  }
  checkNoCycle(sessions, 'predecessor_id');
  checkNoCycle(sessions, 'successor_id');
  for (const { session_id, path } of [...notes, ...events]) checkSession(session_id, `${path}.session_id`);
}

/** On each branch, turns are consecutive, and other events have the number of the last turn. */
function checkEvents({ branches, events }: LocatedFile, byId: Branches): void {
  const heads = new Map(branches.map(({ id, forked_at }) => [id, forked_at]));
  for (const event of events) {
    const { branch, turn, is_turn, path } = event;
    checkTurn(event, byId);
    const head = heads.get(branch) ?? 0;
    const expected = is_turn ? head + 1 : head;
    const problem = is_turn
      ? `is ${turn}, but turn ${expected} of its branch comes next`
      : `is ${turn}, but its branch was at turn ${expected}`;
    if (turn !== expected) rejectField(`${path}.turn`, problem, expected);
    heads.set(branch, expected);
  }
  for (const { id, last_turn, path } of branches) {
    const head = heads.get(id) ?? 0;
    if (head !== last_turn)
      rejectField(`${path}.last_turn`, `is ${last_turn}, but the events end at turn ${head}`, head);
  }
}

export function checkCampaign(given: CampaignFile): void {
  const file = locateRows(given);
  const { campaign, entities, patches, events } = file;
  const branches = checkBranches(file);
  const current = branches.get(campaign.branch);
  if (current === undefined) rejectField('campaign.branch', 'is no branch');
  const { last_turn } = current;
  if (last_turn !== campaign.turn)
    rejectField('campaign.turn', `is not the last turn of its branch, ${last_turn}`, last_turn);
  checkUnique(entities, ({ id }) => id);
  checkUnique(entities, ({ kind, name, is_removed }) => (is_removed ? null : `${kind} ${entityKey(name)}`));
  checkUnique(patches, ({ branch, turn, number }) => JSON.stringify([branch, turn, number]));
  checkUnique(events, ({ id }) => id);
  const kinds = kindsIn(file);
  checkPatches(file, branches, kinds);
  checkEvents(file, branches);
  checkSessions(file);
  checkVisibilities(file, kinds);
  checkReplay(file, branches, kinds);
}
