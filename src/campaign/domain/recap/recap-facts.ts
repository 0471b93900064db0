import { createAudienceFilter } from '../audience-filter.ts';
import type { Entity, EntityKind } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../name-key.ts';
import { type Audience, isKind } from '../visibility.ts';
import type { RecapFacts } from './recap.ts';

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

export const ofKind = <Kind extends EntityKind>(
  entities: readonly Entity[],
  kind: Kind,
): readonly Entity<Kind>[] => entities.filter(isKind(kind));

interface SplitEvents {
  readonly open: readonly CampaignEvent[];
  /** Events that not everybody may know; of a public event only its hidden effects. */
  readonly aside: readonly CampaignEvent[];
}

const isOpen = ({ visibility }: { readonly visibility: string }): boolean => visibility === 'public';

export function splitByVisibility(events: readonly CampaignEvent[]): SplitEvents {
  return {
    open: events
      .filter(isOpen)
      .map((event) => ({ ...event, effects: event.effects.filter((effect) => isOpen(effect)) })),
    aside: events.flatMap((event) => (isOpen(event) ? hiddenPart(event) : [event])),
  };
}

function hiddenPart(event: CampaignEvent): readonly CampaignEvent[] {
  const effects = event.effects.filter((effect) => !isOpen(effect));
  const [first] = effects;
  if (first === undefined) return [];
  const { visibility, private_to } = first;
  return [
    { ...event, visibility, private_to, title: null, description: '', narration: null, rolls: [], effects },
  ];
}

type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

/** Effects of one kind, oldest first. */
export const effectsOfKind = <Kind extends Effect['kind']>(events: readonly CampaignEvent[], kind: Kind) =>
  events.flatMap(({ effects }) => effects.filter((effect): effect is EffectOf<Kind> => effect.kind === kind));

export const effectsOn = (events: readonly CampaignEvent[], who: string): readonly Effect[] =>
  events
    .flatMap(({ effects }) => effects)
    .filter((effect) => 'who' in effect && entityKey(effect.who) === entityKey(who));
