import { countOf } from '../../orientation/wording.ts';
import { quoteInline } from '../../quote-text.ts';
import { entityKey } from '../new-entity.ts';
import { excerpt, shortName } from './excerpt.ts';
import { ofKind } from './facts-for.ts';
import type { Hook, OpenThread, RecapFacts, RecapLength, Reminder } from './recap.ts';

const MAX_HOOKS: Readonly<Record<RecapLength, number>> = { brief: 3, standard: 6, detailed: 12 };

/** Where play could go from here: the first of each kind, then the second of each. */
export function hooksOf(
  facts: RecapFacts,
  threads: readonly OpenThread[],
  met: readonly Reminder[],
  length: RecapLength,
): readonly Hook[] {
  const kinds = [questHooks(facts), threadHooks(threads), npcHooks(facts, met), placeHooks(facts)];
  const most = Math.max(...kinds.map((hooks) => hooks.length));
  const inTurn = Array.from({ length: most }, (_, at) => kinds.flatMap((hooks) => hooks.slice(at, at + 1)));
  return inTurn.flat().slice(0, MAX_HOOKS[length]);
}

const questHooks = ({ entities }: RecapFacts): readonly Hook[] =>
  ofKind(entities, 'quest')
    .filter(({ fields }) => fields.status === 'active')
    .flatMap(({ name, fields }) => {
      const next = fields.objectives.find(({ is_done }) => !is_done);
      if (next === undefined) return [];
      return [
        {
          kind: 'quest',
          about: name,
          text: `next: ${quoteInline(excerpt(next.text, 120))}`,
        },
      ];
    });

const threadHooks = (threads: readonly OpenThread[]): readonly Hook[] =>
  threads.map(({ name, ageTurns }) => ({
    kind: 'thread',
    about: name,
    text: `open for ${countOf(ageTurns, 'turn')}`,
  }));

/** Only people the audience knows of: that a stranger is near would be news. */
function npcHooks({ campaign, entities }: RecapFacts, reminders: readonly Reminder[]): readonly Hook[] {
  const { location } = campaign.state;
  if (location === null) return [];
  const met = new Set(reminders.map(({ id }) => id));
  return ofKind(entities, 'npc')
    .filter(({ id, fields }) => met.has(id) || fields.known !== null || fields.truth !== null)
    .filter(({ fields }) => fields.status === 'alive' && isSame(fields.location, location))
    .map(({ name }) => ({
      kind: 'npc',
      about: name,
      text: `alive, at ${shortName(location)}`,
    }));
}

function placeHooks({ campaign, entities }: RecapFacts): readonly Hook[] {
  const places = ofKind(entities, 'location');
  const here = places.find(({ name }) => isSame(name, campaign.state.location));
  const visited = new Set(
    places.filter(({ fields }) => fields.is_visited).map(({ name }) => entityKey(name)),
  );
  const ways = here?.fields.connections ?? [];
  return ways
    .filter(({ to }) => !visited.has(entityKey(to)))
    .map(({ to, how }) => ({
      kind: 'place',
      about: to,
      text: `not visited yet${how === null ? '' : `, way: ${shortName(how)}`}`,
    }));
}

const isSame = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && entityKey(a) === entityKey(b);
