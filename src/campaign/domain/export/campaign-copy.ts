import { elapsedMs, type Instant } from '../../../domain/instant.ts';
import { HANDOFF_NOTE_TITLE, type Note } from '../../../domain/note/note.ts';
import type { Session } from '../../../domain/session/session.ts';
import { type AudienceFilter, createAudienceFilter } from '../audience-filter.ts';
import { type Branch, type Campaign, lineageOf } from '../campaign.ts';
import type { Entity, VisibleTo } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import { type NameChange, namesOnOtherBranches } from '../name-history.ts';
import type { StoredPatch } from '../patch.ts';
import type { Audience } from '../visibility.ts';

export interface ExportedHandoff {
  readonly summary: string | null;
  readonly isCurrent: boolean;
  readonly isDerived: boolean;
  readonly isReopened: boolean;
  readonly noteId: string | null;
  readonly at: Instant;
}

export const EXPORTED_STATUSES = ['paused', 'ended', 'closed'] as const;

export interface ExportedSession extends Omit<Session, 'status' | 'handoff'> {
  readonly status: (typeof EXPORTED_STATUSES)[number];
  readonly handoff: ExportedHandoff | null;
  /** Oldest first. */
  readonly notes: readonly Note[];
}

/** In an export no session is active: one that was not ended counts as ended when it was last seen. */
export function exportedSession(session: Session, handoff: ExportedHandoff | null, notes: readonly Note[]) {
  const { status, lastSeenAt, endedAt, activeSince, activeMs } = session;
  const isOver = status === 'active' || status === 'lost';
  return {
    ...session,
    status: isOver ? ('ended' as const) : status,
    endedAt: isOver ? lastSeenAt : endedAt,
    activeMs: activeMs + (activeSince === null ? 0 : elapsedMs(activeSince, lastSeenAt)),
    handoff,
    notes,
  };
}

export interface WholeCampaign {
  readonly campaign: Campaign;
  readonly branches: readonly Branch[];
  /** Includes removed ones, in the order of creation. */
  readonly entities: readonly Entity[];
  readonly patches: readonly StoredPatch[];
  /** Of all branches, in the order of recording. */
  readonly events: readonly CampaignEvent[];
  readonly sessions: readonly ExportedSession[];
}

/** Only the branch that is played, oldest events first, without removed entities. */
export type CampaignCopy = Pick<WholeCampaign, 'campaign' | 'entities' | 'events' | 'sessions'>;

function noteFor(note: Note, { name }: AudienceFilter): Note {
  const known = (names: readonly string[]) => names.filter((one) => name(one) !== null);
  return {
    ...note,
    charactersPresent: known(note.charactersPresent),
    npcsEncountered: known(note.npcsEncountered),
    questUpdates: Object.fromEntries(
      Object.entries(note.questUpdates).filter(([quest]) => name(quest) !== null),
    ),
  };
}

/** Players see the times and public notes of a session. Titles and handoffs are for the game master. */
const sessionFor = (session: ExportedSession, filter: AudienceFilter): ExportedSession => ({
  ...session,
  title: null,
  agent: null,
  closing: null,
  handoff: null,
  notes: session.notes
    .filter(({ visibility, title }) => visibility === 'public' && title !== HANDOFF_NOTE_TITLE)
    .map((note) => noteFor(note, filter)),
});

function playedEvents({ campaign, branches, events }: WholeCampaign): readonly CampaignEvent[] {
  const lineage = [...lineageOf(branches, campaign.branchId, campaign.turn)].reverse();
  return lineage.flatMap(({ branchId, after, upTo }) =>
    events.filter((event) => event.branchId === branchId && event.turn > after && event.turn <= upTo),
  );
}

const nameChangeOf = ({ target, after, branchId, turn, number, at }: StoredPatch): NameChange[] => {
  const { name, visibility, private_to } = after as Partial<Pick<Entity, 'name' | keyof VisibleTo>>;
  return target.startsWith('ent_')
    ? [{ id: target, name, visibility, private_to, branchId, turn, number, at }]
    : [];
};

/** Names of entities that were hidden when they were removed stay hidden. */
export function copyForAudience(audience: Audience, whole: WholeCampaign): CampaignCopy {
  const { campaign, entities } = whole;
  const formerNames = whole.patches.flatMap(({ target, before, ...place }) =>
    typeof before.name === 'string' ? [{ ...place, id: target, name: before.name }] : [],
  );
  const lineage = lineageOf(whole.branches, campaign.branchId, campaign.turn);
  const elsewhere = namesOnOtherBranches(whole.branches, lineage, whole.patches.flatMap(nameChangeOf));
  const filter = createAudienceFilter(audience, entities, { lineage, formerNames }, elsewhere);
  return {
    campaign: { ...campaign, state: filter.state(campaign.state) },
    entities: entities.filter(({ isRemoved }) => !isRemoved).flatMap((entity) => filter.entity(entity) ?? []),
    events: playedEvents(whole).flatMap((event) => filter.event(event) ?? []),
    sessions: audience.kind === 'dm' ? whole.sessions : whole.sessions.map((one) => sessionFor(one, filter)),
  };
}
