import { expect, it } from 'vitest';
import { scene } from '../support/faults-home.ts';
import { seededRandom } from '../support/faults-random.ts';
import { roundsOr, runConcurrently } from '../support/faults-rounds.ts';
import { findDamage, rowsOf } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

/** `FAULT_ROUNDS=300` for the full run. */
const KILLS = roundsOr(18);
const PROCESSES = 6;
const MOST_WRITES = 14;
const CAMPAIGN = 'The Killed Table';

const { home, keep } = scene();

type Write = (client: StdioClient, marker: string) => Promise<unknown>;

const start = (client: StdioClient) => client.facts('start_session', { resume: false });

/** Every kind of writer. Each stores its marker, or throws when it is not acknowledged. */
const WRITERS: Readonly<Record<string, Write>> = {
  store_memory: (client, marker) => client.facts('store_memory', { content: marker }),
  store_checkpoint: (client, marker) => client.facts('store_memory', { type: 'checkpoint', content: marker }),
  async update_memory(client, marker) {
    const { id } = await client.facts('store_memory', { content: `before ${marker}` });
    await client.facts('update_memory', { id, content: marker });
  },
  add_session_note: (client, marker) => client.facts('add_session_note', { summary: marker }),
  async end_session(client, marker) {
    await start(client);
    await client.facts('end_session', { checkpoint: `At ${marker}`, decisions: [marker, `${marker} again`] });
    await start(client);
  },
  async pause(client, marker) {
    await start(client);
    await client.facts('end_session', { mode: 'pause', open_loops: [marker] });
  },
  async close_session(client, marker) {
    const { session } = await start(client);
    await client.facts('close_session', { session_id: session.session_id, epitaph: marker });
    await start(client);
  },
  save_entity: (client, marker) =>
    client.facts('save_entity', { campaign: CAMPAIGN, kind: 'npc', name: marker, fields: {} }),
  player_action: (client, marker) => client.facts('player_action', { campaign: CAMPAIGN, action: marker }),
  add_event: (client, marker) =>
    client.facts('add_event', { campaign: CAMPAIGN, event_type: 'world', description: marker }),
};

const NAMES = Object.keys(WRITERS);

/** All text that the tables hold. */
function textIn(store: string): string {
  const tables = rowsOf(
    store,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'",
  );
  return tables
    .filter(({ name }) => !/_(data|idx|content|docsize|config)$/.test(String(name)))
    .flatMap(({ name }) => rowsOf(store, `SELECT * FROM "${name}"`))
    .flatMap((row) => Object.values(row))
    .filter((value) => typeof value === 'string')
    .join('\n');
}

it(`loses nothing that was acknowledged when ${PROCESSES} processes with every kind of writer are killed ${KILLS} times`, async () => {
  const { path, work, store } = home();
  const options = { home: path, cwd: work, args: ['--toolsets', 'session,memory,capture,campaign'] };
  const first = keep(await StdioClient.open(options));
  await first.facts('save_campaign', { name: CAMPAIGN });
  await first.facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
  await first.kill();

  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  const countBy: Record<string, number> = {};
  await runConcurrently(KILLS, PROCESSES, async (round) => {
    const random = seededRandom(round + 1);
    const client = keep(await StdioClient.open(options));
    const writes = 1 + Math.floor(random() * MOST_WRITES);
    const writer = () => NAMES[Math.floor(random() * NAMES.length)] ?? 'store_memory';
    for (let index = 0; index < writes; index += 1) {
      const name = writer();
      const marker = `killed-${round}-${index}-${name}`;
      try {
        await WRITERS[name]?.(client, marker);
        acknowledged.push(marker);
        countBy[name] = (countBy[name] ?? 0) + 1;
      } catch (error) {
        refused.push(`${marker}: ${error instanceof Error ? error.message : error}`);
      }
    }
    // Killed in the middle of one more, at a moment that differs from round to round.
    void WRITERS[writer()]?.(client, `in-flight-${round}`)?.catch(() => undefined);
    for (let turn = 0; turn < random() * 40; turn += 1) await new Promise(setImmediate);
    client.process.kill('SIGKILL');
  });

  console.info(`${KILLS} kills, ${acknowledged.length} acknowledged: ${JSON.stringify(countBy)}`);
  expect(refused).toEqual([]);
  const kept = textIn(store);
  expect(acknowledged.filter((marker) => !kept.includes(marker))).toEqual([]);
  expect(findDamage(store)).toEqual([]);
  const reader = keep(await StdioClient.open(options));
  expect((await reader.facts('boot_report')).report).toContain('# Orientation');
});
