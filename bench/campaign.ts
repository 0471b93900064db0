import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench, type Row } from './benchmark.ts';
import { inPlace, median, rounded, timed } from './measure.ts';

const TURNS = 20_000;
const PEOPLE = 2_000;
const ROUNDS = 100;
/** How many calls are sent at once while the campaign is filled; the server handles them in order. */
const BATCH = 200;
const CAMPAIGN = 'The Salt Mill';

type Timings = Readonly<Record<'player_action' | 'get_session_state' | 'get_events', number>>;

const turn = (index: number) => ({
  action: `Mira strikes, ${index}`,
  character_name: 'Mira',
  narration: 'The wheel groans.',
  changes: [{ kind: 'hit_points', character: 'Mira', delta: index % 2 === 0 ? -1 : 1 }],
});

async function measure(client: StdioClient, session_id: string): Promise<Timings> {
  const [turns, states, pages]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    turns.push(await timed(() => client.facts('player_action', { session_id, ...turn(round) })));
    states.push(await timed(() => client.facts('get_session_state', { session_id })));
    pages.push(await timed(() => client.facts('get_events', { campaign: CAMPAIGN })));
  }
  return { player_action: median(turns), get_session_state: median(states), get_events: median(pages) };
}

async function inBatches(
  count: number,
  work: (index: number) => Promise<unknown>,
  onProgress: (done: number) => void,
) {
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    await Promise.all(Array.from({ length: size }, (_, index) => work(from + index)));
    onProgress(from + size);
  }
}

async function fill(client: StdioClient, session_id: string, progress: (line: string) => void) {
  await inBatches(
    PEOPLE,
    (index) =>
      client.facts('save_entity', {
        campaign: CAMPAIGN,
        kind: 'npc',
        name: `Person ${index}`,
        fields: { known: 'Lives on the coast.' },
      }),
    (done) => done % 1_000 === 0 && progress(`${done.toLocaleString('en')} of ${PEOPLE} people`),
  );
  await inBatches(
    TURNS,
    (index) => client.facts('player_action', { session_id, ...turn(index) }),
    (done) => done % 2_000 === 0 && progress(`${done.toLocaleString('en')} of ${TURNS} turns`),
  );
}

export const campaign: Bench = {
  name: 'campaign',
  about: `one campaign, a turn, a state read and a page of events at its start and after ${TURNS} turns with ${PEOPLE} people`,
  run: (progress) =>
    inPlace(async (place) => {
      const client = await StdioClient.open({
        home: place.home,
        cwd: place.project,
        args: ['--toolsets', 'session,memory,campaign'],
      });
      await client.facts('save_campaign', { name: CAMPAIGN });
      await client.facts('save_entity', {
        campaign: CAMPAIGN,
        kind: 'character',
        name: 'Mira',
        fields: { hit_points: { current: 20, max: 40, temporary: 0 } },
      });
      const { session } = await client.facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
      const first = await measure(client, session.session_id);
      await fill(client, session.session_id, progress);
      const last = await measure(client, session.session_id);
      await client.close();
      return (Object.keys(first) as (keyof Timings)[]).map(
        (tool): Row => ({
          area: 'campaign',
          measure: `${tool} after ${TURNS} turns over that at the start`,
          value: rounded(last[tool] / first[tool]),
          unit: '×',
          bound: atMost(2, 1.2),
          detail: `${rounded(first[tool])} ms → ${rounded(last[tool])} ms`,
        }),
      );
    }),
};
