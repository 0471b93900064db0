import type { Instant } from '../../../domain/instant.ts';
import { createAudienceFilter } from '../audience-filter.ts';
import type { Campaign } from '../campaign.ts';
import type { Entity, EntityKind } from '../entity.ts';
import type { CampaignEvent, Effect, EffectOf } from '../event.ts';
import { isSameName } from '../name-key.ts';
import { type Audience, isKind } from '../visibility.ts';

export interface InitiativeChange {
  readonly turn: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface RecapFacts {
  readonly campaign: Pick<Campaign, 'name' | 'state' | 'turn'>;
  /** Of the session; null for a whole campaign. */
  readonly title: string | null;
  readonly isOneSession?: boolean;
  /** true if the game continued since: state and entities are newer than these events. */
  readonly isPast?: boolean;
  /** Oldest first, of the branch being played. */
  readonly events: readonly CampaignEvent[];
  readonly eventsNotLoaded?: number;
  readonly entities: readonly Entity[];
  readonly now: Instant;
  /** Oldest first; only needed for `absentCharacter`. */
  readonly initiativeChanges?: readonly InitiativeChange[] | undefined;
}

export const RECAP_LENGTHS = ['brief', 'standard', 'detailed'] as const;
export type RecapLength = (typeof RECAP_LENGTHS)[number];

/** In UTF-16 units, without event ids and the count of events that are not shown. */
export const TEXT_LIMITS: Readonly<Record<RecapLength, number>> = {
  brief: 700,
  standard: 2_500,
  detailed: 16_000,
};

export interface RecapOptions {
  readonly length: RecapLength;
  readonly audience: Audience;
  /** A name. Shows only events in which this character did not act, did not fight, is not named and was not with the party. */
  readonly absentCharacter?: string | undefined;
}

export interface Beat {
  /** Who acted; null if nobody is named or the audience may not know. */
  readonly who: string | null;
  /** null if it is that of the previous beat, or if a change names it. */
  readonly place: string | null;
  readonly action: string | null;
  readonly narration: string | null;
  readonly roll: string | null;
  /** One line each; stored text is quoted. */
  readonly changes: readonly string[];
  readonly events: readonly string[];
  readonly isAside: boolean;
  /** Names of the characters who know it; filled for the game master only. */
  readonly knownTo: readonly string[];
}

export interface StateLine {
  readonly text: string;
  /** Ids of the events that set it; empty if it was set by hand. */
  readonly events: readonly string[];
}

/** Removes everything that the audience may not see, so that nothing derived from the facts can reveal it. */
export function factsForAudience(facts: RecapFacts, audience: Audience): RecapFacts {
  const present = facts.entities.filter(({ isRemoved }) => !isRemoved);
  const filter = createAudienceFilter(audience, present);
  return {
    ...facts,
    campaign: { ...facts.campaign, state: filter.state(facts.campaign.state) },
    entities: present.flatMap((entity) => filter.entity(entity) ?? []),
    events: facts.events.flatMap((event) => filter.event(event) ?? []),
  };
}

export const ofKind = <Kind extends EntityKind>(entities: readonly Entity[], kind: Kind) =>
  entities.filter(isKind(kind));

const isPublic = ({ visibility }: { readonly visibility: string }): boolean => visibility === 'public';

export function splitByVisibility(events: readonly CampaignEvent[]) {
  return {
    open: events
      .filter(isPublic)
      .map((event) => ({ ...event, effects: event.effects.filter((effect) => isPublic(effect)) })),
    aside: events.flatMap((event) => (isPublic(event) ? hiddenPart(event) : [event])),
  };
}

function hiddenPart(event: CampaignEvent): readonly CampaignEvent[] {
  const effects = event.effects.filter((effect) => !isPublic(effect));
  const [first] = effects;
  if (first === undefined) return [];
  const { visibility, private_to } = first;
  return [
    { ...event, visibility, private_to, title: null, description: '', narration: null, rolls: [], effects },
  ];
}

export const effectsOfKind = <Kind extends Effect['kind']>(events: readonly CampaignEvent[], kind: Kind) =>
  events.flatMap(({ effects }) => effects.filter((effect): effect is EffectOf<Kind> => effect.kind === kind));

export const effectsOn = (events: readonly CampaignEvent[], who: string): readonly Effect[] =>
  events.flatMap(({ effects }) => effects).filter((effect) => 'who' in effect && isSameName(effect.who, who));
