import { expect, it } from 'vitest';
import type { Services } from '../../src/app/services.ts';
import { aGame, CAMPAIGN, type Game, refused } from '../campaign/app/create-game.ts';
import { client, handoffContent } from './test-app.ts';

const EMPTY = ' ';

const CALLS: readonly (readonly [string, (services: Services, game: Game) => Promise<unknown>])[] = [
  ['content', (services) => services.storeMemory(client(), { content: EMPTY })],
  ['summary', (services) => services.addSessionNote(client(), { note: { summary: EMPTY } })],
  [
    'checkpoint',
    (services) =>
      services.endSession(client(), { mode: 'end', content: handoffContent({ checkpoint: EMPTY }) }),
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
