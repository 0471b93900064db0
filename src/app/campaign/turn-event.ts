import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Change } from '../../domain/campaign/change.ts';
import type { Entity, Seen } from '../../domain/campaign/entity.ts';
import type { CampaignEvent, Effect, EventType, RolledDice } from '../../domain/campaign/event.ts';
import type { Scene } from '../../domain/campaign/scene.ts';
import { derivedId } from '../../domain/id.ts';

const EVENT_OF: Partial<Record<Change['kind'], EventType>> = {
  combat: 'combat',
  quest: 'quest',
  place: 'exploration',
  npc: 'social',
};

/** A fight is a fight, whatever else a turn brings. */
function typeOf({ state }: Campaign, changes: readonly Change[]): EventType {
  if (state.in_combat) return 'combat';
  // What is hidden in a turn must not be guessed from what the turn is called.
  const told = changes.filter(({ visibility = 'public' }) => visibility === 'public');
  return told.map(({ kind }) => EVENT_OF[kind]).find((type) => type !== undefined) ?? 'roleplay';
}

const isWeighty = ({ kind }: Effect) => kind === 'death' || kind === 'quest' || kind === 'thread';

export interface Played {
  /** As it was before the turn. */
  readonly campaign: Campaign;
  readonly turn: number;
  readonly action: string;
  readonly narration: string | undefined;
  readonly context: string | undefined;
  readonly changes: readonly Change[];
  readonly actor: string | null;
  /** Those that the turn names and that were there before it. */
  readonly known: readonly Entity[];
  readonly rolls: readonly RolledDice[];
  readonly scene: Scene;
  readonly seen: Seen;
  readonly sessionId: string;
  readonly at: string;
}

/** A turn as it is told. */
export function turnEvent({ campaign, turn, scene, actor, known, ...played }: Played): CampaignEvent {
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
    location: scene.state.location,
    importance: scene.effects.some(
      (effect) => isWeighty(effect) && effect.visibility === played.seen.visibility,
    )
      ? 4
      : 3,
    tags: [],
    rolls: played.rolls,
    effects: scene.effects,
    inGameDate: scene.state.in_game_date,
    occurredAt: null,
    at: played.at,
    ...played.seen,
  };
}
