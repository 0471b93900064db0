import type { CampaignEvent, Effect } from '../../../src/campaign/domain/event.ts';
import type { RecapFacts } from '../../../src/campaign/domain/recap/recap.ts';
import { anEvent, d20, effect, hp } from './build-event.ts';
import { evening } from './sample-session.ts';

const TURNS = 120;
const HEROES = ['Mira Vane', 'Borin Stonehand', 'Tobin Reed'];
const DEEDS = [
  'I search the shelves by the window.',
  'asks the clerk about the ledgers',
  'Try the side door',
  '“Is anybody there?”',
  'I hold the lamp up and look for another way out.',
  'I put my ear to the wall.',
  'we wait for the bell',
];
const OUTCOMES = [
  'Dust, and the droppings of mice, and a single page torn from the back of a ledger. A name can still be read.',
  'The clerk looks up for as long as it takes to look down again. “Closed,” he says.',
  'It gives a finger’s breadth and no more.',
  'Somewhere above a door is shut, softly, by someone who does not want to be heard. Then there are steps, and then there are none. The lamp burns lower, though there is oil enough in it, and the shadows lean toward it.',
  'Only the echo answers.',
];

const pick = <One>(all: readonly One[], at: number): One => all[at % all.length] as One;

/** A fight every twenty turns, a new hall every fifteen, a quest, a loose end and a death. */
function effectsOf(turn: number): readonly Effect[] {
  const round = turn % 20;
  return [
    ...(turn % 15 === 1 && turn > 1
      ? [effect({ kind: 'moved', from: hallOf(turn - 1), to: hallOf(turn) })]
      : []),
    ...(round === 5 ? [effect({ kind: 'combat', is_over: false })] : []),
    ...(round > 5 && round < 9 ? [hp('Borin Stonehand', 38 - 3 * round, 35 - 3 * round, 20)] : []),
    ...(round === 9 ? [effect({ kind: 'combat', is_over: true })] : []),
    ...(turn === 30
      ? [effect({ kind: 'quest', quest: 'The Lost Ledger', status: 'completed', done: [], note: null })]
      : []),
    ...(turn === 50 ? [effect({ kind: 'thread', thread: 'Who shuts the doors?', status: 'open' })] : []),
    ...(turn === 110 ? [effect({ kind: 'death', who: 'Tobin Reed' })] : []),
  ];
}

const hallOf = (turn: number): string => `Hall ${Math.ceil(turn / 15)}`;

const eventAt = (turn: number): CampaignEvent => {
  const effects = effectsOf(turn);
  const round = turn % 20;
  return anEvent({
    id: `evt_${String(turn).padStart(3, '0')}`,
    turn,
    type: round >= 5 && round <= 9 ? 'combat' : 'exploration',
    actor: pick(HEROES, turn * 2 + Math.floor(turn / 5)),
    description: pick(DEEDS, turn * 3),
    narration: pick(OUTCOMES, turn * 2),
    effects,
    importance: turn === 30 || turn === 50 || turn === 110 ? 4 : 3,
    location: hallOf(turn),
    rolls: turn % 10 === 0 ? [d20(turn % 20 === 0 ? 20 : 12, 3, 'Perception')] : [],
  });
};

export const longEvening = (): RecapFacts => ({
  ...evening(),
  events: Array.from({ length: TURNS }, (_, at) => eventAt(at + 1)),
});
