import { countOf, daysBetween } from '../../../domain/orientation/wording.ts';
import { quoteInline } from '../../../domain/quote-text.ts';
import { type CampaignEvent, namedIn } from '../event.ts';
import { entityKey, isSameName } from '../name-key.ts';
import { ofKind, type RecapFacts, type RecapLength } from './recap.ts';
import { excerpt, shortName } from './render-recap.ts';

/** Letters of scripts that separate words by spaces. */
const JOINS_WORD = /[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export const partyOf = ({ entities }: RecapFacts) =>
  ofKind(entities, 'character').map(({ id, name, fields }) => ({
    id,
    name,
    role: fields.role,
    player: fields.player,
    hitPoints: fields.hit_points,
    conditions: fields.conditions,
  }));

export function questsOf({ entities, events }: RecapFacts) {
  return ofKind(entities, 'quest')
    .map(({ id, name, fields: { status, objectives } }) => {
      const changed = idsWhere(events, ({ effects }) =>
        effects.some((effect) => effect.kind === 'quest' && isSameName(effect.quest, name)),
      );
      return { id, name, status, objectives, events: changed };
    })
    .filter(
      ({ status, events: changed }) => status === 'active' || status === 'rumoured' || changed.length > 0,
    );
}

export function threadsOf({ campaign, entities, now }: RecapFacts) {
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

/** NPCs that occur in these events. `truth` is null except for the game master. */
export function remindersOf({ entities, events }: RecapFacts) {
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

const idsWhere = (events: readonly CampaignEvent[], isIt: (event: CampaignEvent) => boolean) =>
  events.filter(isIt).map(({ id }) => id);

const isNamedInWords = ({ description, narration }: CampaignEvent, name: string): boolean =>
  isNamedIn(description, name) || isNamedIn(narration ?? '', name);

/** As a whole word: "Anna" does not mention Ann. */
function isNamedIn(words: string, name: string): boolean {
  if (name.trim().length < 2) return false;
  for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + 1)) {
    const around = `${words.charAt(at - 1)}${words.charAt(at + name.length)}`;
    if (!JOINS_WORD.test(around)) return true;
  }
  return false;
}

export type QuestStatus = ReturnType<typeof questsOf>[number];
export type OpenThread = ReturnType<typeof threadsOf>[number];
type Reminder = ReturnType<typeof remindersOf>[number];

interface PlotHook {
  readonly kind: 'quest' | 'thread' | 'npc' | 'place';
  readonly about: string;
  readonly text: string;
}

const MAX_HOOKS: Readonly<Record<RecapLength, number>> = { brief: 3, standard: 6, detailed: 12 };

/** The first hook of each kind, then the second of each. */
export function plotHooksOf(
  facts: RecapFacts,
  threads: readonly OpenThread[],
  met: readonly Reminder[],
  length: RecapLength,
): readonly PlotHook[] {
  const kinds = [
    questPlotHooks(facts),
    threadPlotHooks(threads),
    npcPlotHooks(facts, met),
    placePlotHooks(facts),
  ];
  const most = Math.max(...kinds.map((hooks) => hooks.length));
  const inTurn = Array.from({ length: most }, (_, at) => kinds.flatMap((hooks) => hooks.slice(at, at + 1)));
  return inTurn.flat().slice(0, MAX_HOOKS[length]);
}

const questPlotHooks = ({ entities }: RecapFacts): readonly PlotHook[] =>
  ofKind(entities, 'quest')
    .filter(({ fields }) => fields.status === 'active')
    .flatMap(({ name, fields }) => {
      const next = fields.objectives.find(({ is_done }) => !is_done);
      if (next === undefined) return [];
      return [{ kind: 'quest', about: name, text: `next: ${quoteInline(excerpt(next.text, 120))}` }];
    });

const threadPlotHooks = (threads: readonly OpenThread[]): readonly PlotHook[] =>
  threads.map(({ name, ageTurns }) => ({
    kind: 'thread',
    about: name,
    text: `open for ${countOf(ageTurns, 'turn')}`,
  }));

/** Only NPCs that the audience knows of. */
function npcPlotHooks(
  { campaign, entities }: RecapFacts,
  reminders: readonly Reminder[],
): readonly PlotHook[] {
  const { location } = campaign.state;
  if (location === null) return [];
  const met = new Set(reminders.map(({ id }) => id));
  return ofKind(entities, 'npc')
    .filter(({ id, fields }) => met.has(id) || fields.known !== null || fields.truth !== null)
    .filter(({ fields }) => fields.status === 'alive' && isSameName(fields.location, location))
    .map(({ name }) => ({
      kind: 'npc',
      about: name,
      text: `alive, at ${shortName(location)}`,
    }));
}

function placePlotHooks({ campaign, entities }: RecapFacts): readonly PlotHook[] {
  const places = ofKind(entities, 'location');
  const here = places.find(({ name }) => isSameName(name, campaign.state.location));
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
