import { derivedId } from '../../domain/id.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Change } from '../domain/changes/change.ts';
import type { Entity, VisibleTo } from '../domain/entity.ts';
import type { CampaignEvent, Effect, EventType, RolledDice } from '../domain/event.ts';
import type { TurnDraft } from '../domain/turn-draft.ts';

const EVENT_OF: Partial<Record<Change['kind'], EventType>> = {
  combat: 'combat',
  quest: 'quest',
  place: 'exploration',
  npc: 'social',
};

/** Combat wins over everything else. */
function typeOf({ state }: Campaign, changes: readonly Change[]): EventType {
  if (state.in_combat) return 'combat';
  // The type of a turn must not reveal its hidden changes.
  const told = changes.filter(({ visibility = 'public' }) => visibility === 'public');
  return told.map(({ kind }) => EVENT_OF[kind]).find((type) => type !== undefined) ?? 'roleplay';
}

const isImportant = ({ kind }: Effect) => kind === 'death' || kind === 'quest' || kind === 'thread';

interface TurnEventInput {
  /** Before the turn. */
  readonly campaign: Campaign;
  readonly turn: number;
  readonly action: string;
  readonly narration: string | undefined;
  readonly context: string | undefined;
  readonly changes: readonly Change[];
  readonly actor: string | null;
  /** Entities that the turn names and that existed before it. */
  readonly known: readonly Entity[];
  readonly rolls: readonly RolledDice[];
  readonly draft: TurnDraft;
  readonly seen: VisibleTo;
  readonly sessionId: string;
  readonly at: string;
}

export function turnEvent({ campaign, turn, draft, actor, known, ...played }: TurnEventInput): CampaignEvent {
  const characters = known.filter(({ kind }) => kind === 'character').map(({ name }) => name);
  return {
    id: derivedId('evt', campaign.id, campaign.branchId, String(turn)),
    campaignId: campaign.id,
    branchId: campaign.branchId,
    turn,
    isTurn: true,
    sessionId: played.sessionId,
    type: typeOf(campaign, played.changes),
    title: null,
    description: played.action,
    narration: played.narration ?? null,
    context: played.context ?? null,
    actor,
    characters: [...new Set(actor === null ? characters : [actor, ...characters])],
    location: draft.state.location,
    importance: draft.effects.some(
      (effect) => isImportant(effect) && effect.visibility === played.seen.visibility,
    )
      ? 4
      : 3,
    tags: [],
    rolls: played.rolls,
    effects: draft.effects,
    inGameDate: draft.state.in_game_date,
    occurredAt: null,
    at: played.at,
    ...played.seen,
  };
}

/** The turn in the history of its session, which does not show hidden turns. */
export const sessionTurnText = ({
  turn,
  actor,
  description,
  visibility,
}: Pick<CampaignEvent, 'turn' | 'actor' | 'description' | 'visibility'>) =>
  visibility === 'public'
    ? { who: actor, what: description }
    : { who: null, what: `Turn ${turn}, not told to all.` };
