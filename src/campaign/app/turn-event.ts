import { derivedId } from '../../domain/id.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Change } from '../domain/changes/change.ts';
import type { Entity, VisibleTo } from '../domain/entity.ts';
import type { CampaignEvent, Effect, EventType } from '../domain/event.ts';
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
  const open = changes.filter(({ visibility = 'public' }) => visibility === 'public');
  return open.map(({ kind }) => EVENT_OF[kind]).find((type) => type !== undefined) ?? 'roleplay';
}

const IMPORTANT: readonly Effect['kind'][] = ['death', 'quest', 'thread'];

type PlayedTurn = Pick<
  CampaignEvent,
  'turn' | 'description' | 'narration' | 'context' | 'actor' | 'rolls' | 'sessionId' | 'at' | keyof VisibleTo
>;

/** `campaign` is as it was before the turn; `known` are the entities that the turn names and that existed before it. */
export function turnEvent(
  played: PlayedTurn,
  campaign: Campaign,
  changes: readonly Change[],
  known: readonly Entity[],
  { state, effects }: TurnDraft,
): CampaignEvent {
  const { turn, actor, visibility } = played;
  const characters = known.filter(({ kind }) => kind === 'character').map(({ name }) => name);
  const isImportant = effects.some((one) => IMPORTANT.includes(one.kind) && one.visibility === visibility);
  return {
    ...played,
    id: derivedId('evt', campaign.id, campaign.branchId, String(turn)),
    campaignId: campaign.id,
    branchId: campaign.branchId,
    isTurn: true,
    type: typeOf(campaign, changes),
    title: null,
    characters: [...new Set(actor === null ? characters : [actor, ...characters])],
    location: state.location,
    importance: isImportant ? 4 : 3,
    tags: [],
    effects,
    inGameDate: state.in_game_date,
    occurredAt: null,
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
    : { who: null, what: `Turn ${turn}, not visible to everyone.` };
