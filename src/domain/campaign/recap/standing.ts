import { daysBetween } from '../../orientation/wording.ts';
import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { ofKind } from './facts-for.ts';
import { namedIn } from './missed-by.ts';
import type { OpenThread, PartyMember, QuestStanding, RecapFacts, Reminder } from './recap.ts';

/** Letters of scripts that put spaces between words. */
const JOINS_WORD = /[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export const partyOf = ({ entities }: RecapFacts): readonly PartyMember[] =>
  ofKind(entities, 'character').map(({ id, name, fields }) => ({
    id,
    name,
    role: fields.role,
    player: fields.player,
    hitPoints: fields.hit_points,
    conditions: fields.conditions,
  }));

/** Those that go on, and those that these events changed. */
export function questsOf({ entities, events }: RecapFacts): readonly QuestStanding[] {
  return ofKind(entities, 'quest')
    .map(({ id, name, fields: { status, objectives } }) => {
      const changed = idsWhere(events, ({ effects }) =>
        effects.some((effect) => effect.kind === 'quest' && entityKey(effect.quest) === entityKey(name)),
      );
      return { id, name, status, objectives, events: changed };
    })
    .filter(
      ({ status, events: changed }) => status === 'active' || status === 'rumoured' || changed.length > 0,
    );
}

/** The oldest first. */
export function threadsOf({ campaign, entities, now }: RecapFacts): readonly OpenThread[] {
  return ofKind(entities, 'thread')
    .filter(({ fields }) => fields.status === 'open')
    .map(({ id, name, fields, createdAt }) => ({
      id,
      name,
      description: fields.description,
      ageTurns: Math.max(0, campaign.turn - fields.since_turn),
      ageDays: daysBetween(createdAt, now),
    }))
    .sort((a, b) => b.ageTurns - a.ageTurns || (a.id < b.id ? -1 : 1));
}

/** People met in these events: what the party knows, and what is true where the facts still hold it. */
export function remindersOf({ entities, events }: RecapFacts): readonly Reminder[] {
  const keys = new Map(events.map((event) => [event, new Set(namedIn(event).map(entityKey))]));
  return ofKind(entities, 'npc')
    .map(({ id, name, fields: { status, location, attitude, known, truth } }) => {
      const key = entityKey(name);
      const met = idsWhere(
        events,
        (event) => keys.get(event)?.has(key) === true || isNamedInWords(event, name),
      );
      return { id, name, status, location, attitude, known, truth, events: met };
    })
    .filter(({ events: met }) => met.length > 0);
}

const idsWhere = (
  events: readonly CampaignEvent[],
  isIt: (event: CampaignEvent) => boolean,
): readonly string[] => events.filter(isIt).map(({ id }) => id);

const isNamedInWords = ({ description, narration }: CampaignEvent, name: string): boolean =>
  isNamedIn(description, name) || isNamedIn(narration ?? '', name);

/** As a word of its own: an Ann is not met in "Anna". */
function isNamedIn(words: string, name: string): boolean {
  if (name.trim().length < 2) return false;
  for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + 1)) {
    const around = `${words.charAt(at - 1)}${words.charAt(at + name.length)}`;
    if (!JOINS_WORD.test(around)) return true;
  }
  return false;
}
