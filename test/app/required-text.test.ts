import { expect, it } from 'vitest';
import type { Services } from '../../src/app/services.ts';
import { aGame, CAMPAIGN, type Game, refused } from './a-game.ts';
import { client, leaving } from './a-world.ts';

const EMPTY = ' ';

const CALLS: readonly (readonly [string, (services: Services, game: Game) => Promise<unknown>])[] = [
  ['content', (services) => services.storeMemory(client(), { content: EMPTY })],
  ['summary', (services) => services.addSessionNote(client(), { note: { summary: EMPTY } })],
  [
    'checkpoint',
    (services) => services.endSession(client(), { mode: 'end', content: leaving({ checkpoint: EMPTY }) }),
  ],
  ['action', (_, game) => game.play({ action: EMPTY })],
  [
    'description',
    (services, { caller }) =>
      services.addEvent(caller, { event_type: 'world', description: EMPTY, campaign: CAMPAIGN }),
  ],
  ['name', (services, { caller }) => services.saveCampaign(caller, { name: EMPTY })],
];

it.each(CALLS)('an empty %s, which the call needs, is to be written, not left out', async (field, call) => {
  const game = await aGame();
  const before = await game.journalLength();
  const { code, hint } = await refused(call(game.services, game));
  expect(code).toBe('text_empty');
  expect(hint).toBe(`Pass some words as \`${field}\`; nothing was written.`);
  expect(await game.journalLength()).toBe(before);
});
