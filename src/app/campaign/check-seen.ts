import type { Seen } from '../../domain/campaign/entity.ts';
import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import type { Kinds } from './check-patches.ts';
import { refuse } from './file-problem.ts';

/** Only what is private names those who may know, and they are characters of the campaign. */
export function checkSeen({ visibility, private_to }: Seen, path: string, kinds: Kinds): void {
  if (visibility !== 'private' && private_to.length > 0)
    refuse(`${path}.private_to`, `must be empty with visibility ${visibility}`, 0);
  for (const [index, id] of private_to.entries())
    if (kinds.get(id) !== 'character') refuse(`${path}.private_to[${index}]`, 'is no character of this file');
}

export function checkWhoSees({ entities, events }: CampaignFile, kinds: Kinds): void {
  for (const [index, entity] of entities.entries()) checkSeen(entity, `entities[${index}]`, kinds);
  for (const [index, event] of events.entries()) {
    const path = `events[${index}]`;
    checkSeen(event, path, kinds);
    for (const [at, effect] of event.effects.entries()) checkSeen(effect, `${path}.effects[${at}]`, kinds);
  }
}
