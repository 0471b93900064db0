import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { derivedId } from '../../../src/domain/id.ts';
import { SOME_SECRET_SAMPLES } from '../../support/secrets.ts';
import { aGame, CAMPAIGN } from './create-game.ts';

describe('secrets', () => {
  const rawBytes = (folder: string) =>
    Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file)))).toString('utf8');
  const spellings = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];

  it('are in no byte of the store, whether in texts, names, fields or keys', async () => {
    const game = await aGame();
    const { services, caller } = game;
    for (const [round, { kind, text }] of SOME_SECRET_SAMPLES.entries()) {
      const secretText = `${round} ${text}`;
      const name = secretText.slice(0, 900);
      const fields = {
        notes: secretText,
        secret_notes: secretText,
        inventory: [{ name: secretText, quantity: 1, notes: secretText }],
        abilities: { [secretText]: 1 },
      };
      const { redacted } = await game.save({ kind: 'character', name, fields });
      expect(Object.keys(redacted).length, kind).toBeGreaterThan(0);
      const npc = `Another ${name}`;
      await game.save({ kind: 'npc', name: npc, fields: { known: secretText, truth: secretText } });
      await game.save({
        kind: 'quest',
        name,
        fields: { description: secretText, objectives: [{ text: secretText, is_done: false }] },
      });
      const played = await game.play({
        action: secretText,
        narration: secretText,
        character_name: name,
        context: secretText,
        rolls: [{ notation: '1d20', label: secretText, total: 3, detail: secretText }],
        changes: [
          { kind: 'condition', character: name, add: [secretText] },
          { kind: 'item', character: name, item: secretText, quantity: 2 },
          {
            kind: 'quest',
            quest: name,
            objective_done: secretText,
            add_objective: `more ${secretText}`,
            note: secretText,
          },
          { kind: 'place', location: name },
          { kind: 'funds', coin: secretText, amount: 1 },
          { kind: 'flag', name: secretText, value: secretText },
          { kind: 'time', in_game_date: secretText },
          { kind: 'npc', npc, attitude: secretText, location: secretText, learned: secretText },
          { kind: 'thread', thread: name, status: 'open', text: secretText },
          { kind: 'combat', initiative: [{ name: secretText, score: 1 }], current_turn: secretText },
        ],
      });
      expect(Object.keys(played.redacted).length, kind).toBeGreaterThan(0);
      await services.updateGameState(caller, {
        campaign: CAMPAIGN,
        location: secretText,
        flags: { [secretText]: secretText },
        party_funds: { [secretText]: 1 },
      });
      await services.addEvent(caller, {
        campaign: CAMPAIGN,
        event_type: 'world',
        description: secretText,
        title: secretText,
        characters_involved: [secretText],
        location: secretText,
        tags: [secretText],
      });
      await services.saveCampaign(caller, {
        name: CAMPAIGN,
        description: secretText,
        dm_name: secretText,
        setting: secretText,
        rules: { [secretText]: secretText },
      });
      await services.rollDice(caller, {
        notation: '1d6',
        label: secretText.slice(0, 300),
        session_id: played.session.id,
      });
      await services.rewindSession(caller, { campaign: CAMPAIGN, to_turn: -1, reason: secretText });
    }
    const bytes = rawBytes(game.folder);
    expect(bytes).toContain('[redacted');
    const left = SOME_SECRET_SAMPLES.filter(({ secret }) =>
      spellings(secret).some((one) => bytes.includes(one)),
    );
    expect(left.map(({ kind }) => kind)).toEqual([]);
  });

  it('that are all a key says leave a key each', async () => {
    const game = await aGame();
    const [one, two] = SOME_SECRET_SAMPLES.filter(({ kind }) => kind === SOME_SECRET_SAMPLES[0]?.kind);
    const flags = Object.fromEntries(
      [one, two ?? one].map((sample, index) => [`${sample?.secret}${' '.repeat(index)}`, index]),
    );
    const { state } = await game.services.updateGameState(game.caller, { campaign: CAMPAIGN, flags });
    expect(Object.values(state.flags).toSorted()).toEqual([0, 1]);
  });

  it('are not found in ids, which must lead back to what they name', async () => {
    const { deps: app } = await aGame();
    const ids = Array.from({ length: 3_000 }, (_, index) =>
      derivedId(['ent', 'ses', 'prj', 'brn', 'evt'][index % 5] ?? '', String(index)),
    );
    const redactions = await app.redactor.redact(ids);
    expect(redactions.map(({ text }) => text)).toEqual(ids);
  });
});
