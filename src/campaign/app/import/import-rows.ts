import type { StoreDeps } from '../../../app/deps.ts';
import type { Change, Turn } from '../../../app/ports/ledger.ts';
import { shortened } from '../../../app/session-draft.ts';
import {
  EMPTY_HANDOFF,
  type Handoff,
  handoffDigest,
  handoffId,
  recordId,
} from '../../../domain/handoff/handoff.ts';
import { derivedId } from '../../../domain/id.ts';
import type { Instant } from '../../../domain/instant.ts';
import type { Note } from '../../../domain/note/note.ts';
import { nameKey } from '../../../domain/project/project.ts';
import { newRecord } from '../../../domain/record/record.ts';
import { evolve } from '../../../domain/session/events.ts';
import type { Session } from '../../../domain/session/session.ts';
import { camelKeys } from '../../../lib/key-case.ts';
import { groupBy } from '../../../lib/lists.ts';
import type { VisibleTo } from '../../domain/entity.ts';
import type { CampaignEvent } from '../../domain/event.ts';
import type { CampaignFile, NoteRow, SessionRow } from '../../domain/export/campaign-file.ts';
import type { Fields } from '../../domain/patch.ts';
import type { CampaignImport } from '../../ports/campaign-store.ts';
import { sessionTurnText } from '../prepare-turn.ts';

/** The ids of an imported campaign: those of the file, or all of them derived from those. */
interface ImportIds {
  readonly campaignId: string;
  readonly areKept: boolean;
}

/** The id that replaces one of the file. Branches, `state` and `campaign` keep theirs. */
function importedId({ campaignId, areKept }: ImportIds, id: string): string {
  const prefix = /^(?:ent|evt|ses|not)(?=_)/.exec(id)?.[0];
  return areKept || prefix === undefined ? id : derivedId(prefix, campaignId, id);
}

const importedIdOrNull = (ids: ImportIds, id: string | null): string | null =>
  id === null ? null : importedId(ids, id);

const idsIn = ({ entities, patches, events }: CampaignFile): readonly string[] => [
  ...new Set([
    ...entities.map(({ id }) => id),
    ...patches.map(({ target }) => target).filter((target) => target.startsWith('ent_')),
    ...events.map(({ id }) => id),
  ]),
];

async function areTaken({ store }: StoreDeps, file: CampaignFile): Promise<boolean> {
  if ((await store.campaigns.listTakenIds(idsIn(file))).length > 0) return true;
  for (const { id } of file.sessions) if ((await store.sessions.find(id)) !== undefined) return true;
  for (const { id } of file.notes) if ((await store.notes.find(id)) !== undefined) return true;
  return false;
}

async function freeId(deps: StoreDeps, file: CampaignFile, name: string): Promise<string> {
  for (let count = 0; ; count += 1) {
    const id = derivedId('prj', nameKey(name), file.campaign.id, String(count));
    if ((await deps.store.projects.find(id)) === undefined) return id;
  }
}

/** Keeps the ids if all of them are free. Otherwise all are replaced, so that none is mixed up with another. */
export async function chooseImportIds(deps: StoreDeps, file: CampaignFile, name: string): Promise<ImportIds> {
  const { id } = file.campaign;
  const isFree = (await deps.store.projects.find(id)) === undefined;
  if (isFree && !(await areTaken(deps, file))) return { campaignId: id, areKept: true };
  return { campaignId: isFree ? id : await freeId(deps, file, name), areKept: false };
}

export function importChange(file: CampaignFile, name: string, ids: ImportIds, at: Instant): CampaignImport {
  const { campaignId } = ids;
  const newIds = (given: readonly string[]) => given.map((id) => importedId(ids, id));
  const visibleTo = <Row extends VisibleTo>(row: Row): Row => ({
    ...row,
    private_to: newIds(row.private_to),
  });
  const patchFields = (fields: Fields): Fields =>
    Array.isArray(fields.private_to) ? { ...fields, private_to: newIds(fields.private_to) } : fields;
  const { branch: branchId, ...campaign } = file.campaign;
  return {
    kind: 'campaign_import',
    campaign: { ...camelKeys(campaign), id: campaignId, name, branchId },
    branches: file.branches.map(({ parent, last_turn, ...row }) => ({
      ...camelKeys(row),
      campaignId,
      parentId: parent,
      headTurn: last_turn,
    })),
    entities: file.entities.map(({ private_to, ...row }) => ({
      ...camelKeys(row),
      id: importedId(ids, row.id),
      campaignId,
      private_to: newIds(private_to),
    })),
    patches: file.patches.map(({ branch, target, before, after, ...row }) => ({
      ...row,
      branchId: branch,
      target: importedId(ids, target),
      ...(target.startsWith('ent_')
        ? { before: patchFields(before), after: patchFields(after) }
        : { before, after }),
    })),
    events: file.events.map(({ branch, event_type, private_to, ...row }) => ({
      ...camelKeys(row),
      id: importedId(ids, row.id),
      campaignId,
      branchId: branch,
      sessionId: importedIdOrNull(ids, row.session_id),
      type: event_type,
      private_to: newIds(private_to),
      effects: row.effects.map(visibleTo),
    })),
    at,
  };
}

const importedNote = (row: NoteRow, ids: ImportIds): Note => ({
  ...camelKeys(row),
  id: importedId(ids, row.id),
  sessionId: importedId(ids, row.session_id),
  projectId: ids.campaignId,
});

const turnOf = (event: CampaignEvent, sessionId: string, number: number): Turn => {
  const { who, what } = sessionTurnText(event);
  return { sessionId, number, at: event.at, who, what: shortened(what), eventId: event.id };
};

function handoffOf({ handoff: row }: SessionRow, sessionId: string, ids: ImportIds): Handoff | null {
  if (row === null) return null;
  const digest = handoffDigest({ ...EMPTY_HANDOFF, summaryNotes: row.summary });
  return {
    id: handoffId(sessionId, digest),
    sessionId,
    projectId: ids.campaignId,
    digest,
    isDerived: row.is_derived,
    sources: [],
    stored: row.summary === null ? {} : { checkpoint: 1 },
    adoptedIds: [],
    supersededIds: [],
    resolvedLoopIds: [],
    noteId: importedIdOrNull(ids, row.note_id),
    redacted: {},
    createdAt: row.at,
    answer: null,
  };
}

function checkpointOf(
  { handoff: row, closing }: SessionRow,
  { id, sessionId, projectId }: Handoff,
): Change[] {
  if (row === null || row.summary === null) return [];
  const record = newRecord({
    id: recordId(sessionId, 'checkpoint', row.summary),
    type: 'checkpoint',
    content: row.summary,
    projectId,
    sessionId,
    handoffId: id,
    source: 'import',
    worktree: null,
    branch: null,
    head: null,
    createdAt: row.at,
    status: row.is_current ? 'active' : 'superseded',
    isWithheld: row.is_current && closing?.policy === 'closed_without_successor',
  });
  return [{ kind: 'record', record, expectedVersion: 0 }];
}

function sessionOf(
  { number: _, heard_at, handoff: row, ...session }: SessionRow,
  ids: ImportIds,
  turns: readonly Turn[],
  handoff: Handoff | null,
): Omit<Session, 'version'> {
  return {
    ...camelKeys(session),
    id: importedId(ids, session.id),
    projectId: ids.campaignId,
    kind: 'game',
    client: null,
    clientSessionId: null,
    lastSeenAt: heard_at,
    activeSince: null,
    predecessorId: importedIdOrNull(ids, session.predecessor_id),
    successorId: importedIdOrNull(ids, session.successor_id),
    worktree: null,
    branch: null,
    head: null,
    hasHooks: false,
    isImplicit: false,
    turnCount: turns.length,
    historyChars: turns.reduce((sum, { what }) => sum + what.length, 0),
    handoff: handoff && {
      id: handoff.id,
      digest: handoff.digest,
      isDerived: handoff.isDerived,
      isReopened: row?.is_reopened ?? false,
    },
    orientationScore: null,
    gapCount: null,
    transcriptPath: null,
  };
}

export function importedSessionChanges(
  { sessions, notes }: CampaignFile,
  events: readonly CampaignEvent[],
  ids: ImportIds,
  at: Instant,
): readonly Change[] {
  const turnEvents = groupBy(
    events.filter(({ isTurn }) => isTurn),
    ({ sessionId }) => sessionId,
  );
  const sessionChanges = sessions.flatMap((row): readonly Change[] => {
    const id = importedId(ids, row.id);
    const turns = (turnEvents.get(id) ?? []).map((event, index) => turnOf(event, id, index + 1));
    const handoff = handoffOf(row, id, ids);
    const imported = { type: 'session.imported' as const, at, session: sessionOf(row, ids, turns, handoff) };
    return [
      { kind: 'session', session: evolve(undefined, imported), expectedVersion: 0, events: [imported] },
      ...turns.map((turn): Change => ({ kind: 'turn', turn })),
      ...(handoff === null
        ? []
        : [...checkpointOf(row, handoff), { kind: 'handoff' as const, handoff, idempotencyKey: null }]),
    ];
  });
  return [
    ...sessionChanges,
    ...notes.map((row): Change => ({ kind: 'note', note: importedNote(row, ids), expectedVersion: 0 })),
  ];
}
