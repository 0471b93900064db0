import type { CampaignEvent } from '../event.ts';

export interface Strands {
  readonly open: readonly CampaignEvent[];
  /** What not everybody may know; of an open event only the hidden effects. */
  readonly aside: readonly CampaignEvent[];
}

const isOpen = ({ visibility }: { readonly visibility: string }): boolean => visibility === 'public';

/** What the whole party may know, and what it may not. */
export function strandsOf(events: readonly CampaignEvent[]): Strands {
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
