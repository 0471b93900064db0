import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { derivedId } from '../../../src/domain/id.ts';
import { SECRET_SAMPLES } from '../../support/secrets.ts';
import { aGame, CAMPAIGN } from './create-game.ts';

describe('secrets', () => {
  const rawBytes = (folder: string) =>
    Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file)))).toString('utf8');
  const spellings = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];

  it('of people are in no byte of the store, wherever they were said: words, names, fields, keys', async () => {
    const game = await aGame();
    const { services, caller } = game;
    for (const [round, { kind, text }] of SECRET_SAMPLES.entries()) {
      const said = `${round} ${text}`;
      const name = said.slice(0, 900);
      const fields = {
        notes: said,
        secret_notes: said,
        inventory: [{ name: said, quantity: 1, notes: said }],
        abilities: { [said]: 1 },
      };
      const { redacted } = await game.save({ kind: 'character', name, fields });
      expect(Object.keys(redacted).length, kind).toBeGreaterThan(0);
      const npc = `Another ${name}`;
      await game.save({ kind: 'npc', name: npc, fields: { known: said, truth: said } });
      await game.save({
        kind: 'quest',
        name,
        fields: { description: said, objectives: [{ text: said, is_done: false }] },
      });
      const played = await game.play({
        action: said,
        narration: said,
        character_name: name,
        context: said,
        rolls: [{ notation: '1d20', label: said, total: 3, detail: said }],
        changes: [
          { kind: 'condition', character: name, add: [said] },
          { kind: 'item', character: name, item: said, quantity: 2 },
          { kind: 'quest', quest: name, objective_done: said, add_objective: `more ${said}`, note: said },
          { kind: 'place', location: name },
          { kind: 'funds', coin: said, amount: 1 },
          { kind: 'flag', name: said, value: said },
          { kind: 'time', in_game_date: said },
          { kind: 'npc', npc, attitude: said, location: said, learned: said },
          { kind: 'thread', thread: name, status: 'open', text: said },
          { kind: 'combat', initiative: [{ name: said, score: 1 }], current_turn: said },
        ],
      });
      expect(Object.keys(played.redacted).length, kind).toBeGreaterThan(0);
      await services.updateGameState(caller, {
        campaign: CAMPAIGN,
        location: said,
        flags: { [said]: said },
        party_funds: { [said]: 1 },
      });
      await services.addEvent(caller, {
        campaign: CAMPAIGN,
        event_type: 'world',
        description: said,
        title: said,
        characters_involved: [said],
        location: said,
        tags: [said],
      });
      await services.saveCampaign(caller, {
        name: CAMPAIGN,
        description: said,
        dm_name: said,
        setting: said,
        rules: { [said]: said },
      });
      await services.rollDice(caller, {
        notation: '1d6',
        label: said.slice(0, 300),
        session_id: played.session.id,
      });
      await services.rewindSession(caller, { campaign: CAMPAIGN, to_turn: -1, reason: said });
    }
    const bytes = rawBytes(game.folder);
    expect(bytes).toContain('[redacted');
    const left = SECRET_SAMPLES.filter(({ secret }) => spellings(secret).some((one) => bytes.includes(one)));
    expect(left.map(({ kind }) => kind)).toEqual([]);
  }, 120_000);

  it('that are all a key says leave a key each', async () => {
    const game = await aGame();
    const [one, two] = SECRET_SAMPLES.filter(({ kind }) => kind === SECRET_SAMPLES[0]?.kind);
    const flags = Object.fromEntries(
      [one, two ?? one].map((sample, index) => [`${sample?.secret}${' '.repeat(index)}`, index]),
    );
    const { state } = await game.services.updateGameState(game.caller, { campaign: CAMPAIGN, flags });
    expect(Object.values(state.flags).toSorted()).toEqual([0, 1]);
  });

  it('are not found in ids, which must lead back to what they name', async () => {
    const { deps: world } = await aGame();
    const ids = Array.from({ length: 3_000 }, (_, index) =>
      derivedId(['ent', 'ses', 'prj', 'brn', 'evt'][index % 5] ?? '', String(index)),
    );
    const told = await world.redactor.redact(ids);
    expect(told.map(({ text }) => text)).toEqual(ids);
  });
});
