import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, homeIn, makeRoot, scene } from '../support/faults-home.ts';
import { numberOf } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';
import {
  alter,
  damageIn,
  doctor,
  expectTrueCounts,
  FAILED,
  missingFrom,
  onCopy,
  PAGE,
  problems,
  rowsIn,
} from './doctor-home.ts';

const { home, keep } = scene();
const CAMPAIGN = 'The Salt Mill';
const TABLES = ['campaigns', 'campaign_branches', 'entities', 'campaign_events', 'campaign_patches', 'texts'];

const open = ({ path, work }: Home) =>
  StdioClient.open({ home: path, cwd: work, args: ['--toolsets', 'session,memory,campaign'] });

let made: Home;

beforeAll(async () => {
  made = homeIn(makeRoot());
  const client = await open(made);
  const campaign = CAMPAIGN;
  await client.facts('save_campaign', { name: CAMPAIGN, description: 'Salt.' });
  await client.facts('save_campaign', { name: 'Only prepared', description: 'No session yet.' });
  for (let number = 0; number < 60; number += 1) {
    const fields = { known: `npc ${number} ${'k'.repeat(number === 7 ? 9_000 : 200)}` };
    await client.facts('save_entity', { campaign, kind: 'npc', name: `Npc ${number}`, fields });
  }
  for (let turn = 1; turn <= 60; turn += 1) {
    await client.facts('player_action', {
      campaign,
      action: `turn ${turn}`,
      narration: 'n'.repeat(turn === 9 ? 9_000 : 200),
      changes: [
        { kind: 'npc', npc: `Npc ${turn % 60}`, learned: `learned ${turn}` },
        { kind: 'funds', coin: 'gp', amount: 1 },
      ],
    });
    if (turn === 40) await client.facts('rewind_session', { campaign, to_turn: 30 });
  }
  await client.close();
});
afterAll(() => rmSync(made.root, { recursive: true, force: true }));

function filled(): Home {
  const place = home();
  rmSync(place.path, { recursive: true });
  mkdirSync(place.path, { mode: 0o700 });
  copyFileSync(made.store, place.store);
  return place;
}

const rootOf = (store: string, name: string) =>
  onCopy(store, (copy) => numberOf(copy, `SELECT rootpage FROM sqlite_master WHERE name = '${name}'`));

function zero(store: string, number: number): void {
  const bytes = readFileSync(store);
  writeFileSync(store, bytes.fill(0, (number - 1) * PAGE, number * PAGE));
}

async function playOn(place: Home) {
  const client = keep(await open(place));
  const facts = await client.facts('player_action', { campaign: CAMPAIGN, action: 'on' });
  const { game_state } = await client.facts('rewind_session', { campaign: CAMPAIGN, to_turn: -3 });
  await client.close();
  return { turn: facts.turn, funds: game_state.party_funds };
}

describe('a store with campaigns', () => {
  it('is healthy', async () => {
    const place = filled();
    for (const table of TABLES) expect(rowsIn(place.store)[table]?.length, table).toBeGreaterThan(0);
    const report = await doctor(place, '--full');
    expect(report.findings.filter(({ status }) => status === 'error')).toEqual([]);
  });

  it.each(['entities', 'campaign_events', 'campaign_patches', 'texts'])(
    'loses nothing with the page above all %s, and is played on',
    async (table) => {
      const place = filled();
      const before = rowsIn(place.store);
      zero(place.store, rootOf(place.store, table));
      expect((await doctor(place)).code).toBe(FAILED);
      expectTrueCounts(await doctor(place, '--repair'), before);
      expect(damageIn(place.store)).toEqual([]);
      expect(missingFrom(rowsIn(place.store), before)).toEqual([]);
      // 30 turns, 20 more on the branch, and one now: 48 of them are left.
      expect(await playOn(place)).toEqual({ turn: 51, funds: { gp: 48 } });
    },
  );

  it('restores its campaigns by name when the page of all projects is lost, also those without a session', async () => {
    const place = filled();
    const before = rowsIn(place.store);
    zero(place.store, rootOf(place.store, 'projects'));
    await doctor(place, '--repair');
    const lost = missingFrom(rowsIn(place.store), before).map(({ table }) => table);
    expect(lost.every((table) => table === 'projects')).toBe(true);
    const client = keep(await open(place));
    const { campaigns } = await client.facts('get_campaign');
    expect(campaigns.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'Only prepared',
      CAMPAIGN,
    ]);
    await client.close();
  });

  it('whose campaign indexes are missing is reported by name and repaired in place', async () => {
    const place = filled();
    const before = rowsIn(place.store);
    alter(place.store, (database) =>
      database.exec('DROP INDEX entities_by_name; DROP INDEX campaign_events_on_line'),
    );
    const reported = JSON.stringify(problems(await doctor(place), 'schema'));
    for (const name of ['entities_by_name', 'campaign_events_on_line']) expect(reported).toContain(name);
    await doctor(place, '--repair');
    expect((await doctor(place)).status).not.toBe('error');
    expect(rowsIn(place.store)).toEqual(before);
  });
});
