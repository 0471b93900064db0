import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import { type Branches, checkPlace } from './check-branches.ts';
import { refuse } from './file-problem.ts';

/** On each branch one turn follows the other, each told once, and what was told between two of them stands there. */
export function checkEvents({ branches, events }: CampaignFile, byId: Branches): void {
  const heads = new Map(branches.map(({ id, forked_at }) => [id, forked_at]));
  for (const [index, event] of events.entries()) {
    const path = `events[${index}]`;
    checkPlace(event, path, byId);
    const head = heads.get(event.branch) ?? 0;
    const expected = event.is_turn ? head + 1 : head;
    if (event.turn !== expected)
      refuse(
        `${path}.turn`,
        event.is_turn
          ? `is ${event.turn}, but turn ${expected} of its branch comes next`
          : `is ${event.turn}, but its branch was at turn ${expected}`,
        expected,
      );
    heads.set(event.branch, expected);
  }
  for (const [index, { id, last_turn }] of branches.entries()) {
    const head = heads.get(id) ?? 0;
    if (head !== last_turn)
      refuse(`branches[${index}].last_turn`, `is ${last_turn}, but the events end at turn ${head}`, head);
  }
}
