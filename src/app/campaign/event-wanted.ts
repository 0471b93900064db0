import type { CampaignEvent } from '../../domain/campaign/event.ts';
import { effectLine } from '../../domain/campaign/export/effect-line.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';

/** What only the words of an event tell. */
export interface Wanted {
  readonly character?: string | undefined;
  readonly location?: string | undefined;
  readonly search?: string | undefined;
}

/** The words of an event that name somebody or something. */
export const namesTold = ({ characters, location, effects }: CampaignEvent): readonly (string | null)[] => [
  ...characters,
  location,
  ...effects.map(effectLine),
];

/** Who acted, who was there, and to whom something happened. */
const peopleIn = ({ actor, characters, effects }: CampaignEvent): readonly (string | null)[] => [
  actor,
  ...characters,
  ...effects.map((effect) => ('who' in effect ? effect.who : null)),
];

/** What was written freely of an event. */
const textsOf = ({ title, description, narration, context, rolls, effects }: CampaignEvent): string =>
  [
    title,
    description,
    narration,
    context,
    ...rolls.map(({ label }) => label),
    ...effects.flatMap((effect) =>
      'note' in effect ? effect.note : 'learned' in effect ? effect.learned : null,
    ),
  ]
    .filter((text) => text !== null)
    .join('\n\n');

/** `event` is as its reader may see it; `told` are names as they were said; `mentions` tells whether words name the character. */
export function isMeant(
  event: CampaignEvent,
  { character, location, search }: Wanted,
  told: readonly (string | null)[],
  mentions: (event: CampaignEvent, text: string) => boolean,
): boolean {
  const has = (text: string | null, wanted: string) => text !== null && entityKey(text) === entityKey(wanted);
  const isNamed = (wanted: string) =>
    peopleIn(event).some((name) => has(name, wanted)) || mentions(event, textsOf(event));
  if (character !== undefined && !isNamed(character)) return false;
  if (location !== undefined && !has(event.location, location)) return false;
  if (search === undefined) return true;
  const { title, description, narration, context, tags, rolls } = event;
  const labels = rolls.map(({ label }) => label);
  const words = entityKey(
    [title, description, narration, context, ...tags, ...labels, ...namesTold(event), ...told].join('\n'),
  );
  return entityKey(search)
    .split(' ')
    .every((word) => words.includes(word));
}
