import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench, type Row } from './benchmark.ts';
import { fillStore, SEED } from './fill-store.ts';
import { handoff } from './handoff.ts';
import { inPlace, median, rounded, timed } from './measure.ts';

const SMALL = 1_000;
const LARGE = 1_000_000;
const ROUNDS = 60;

type Timings = Readonly<Record<'boot_report' | 'end_session' | 'get_session_state', number>>;

const timingsAt = (count: number, progress: (line: string) => void): Promise<Timings> =>
  inPlace(async (place) => {
    await fillStore(place, count, progress);
    const client = await StdioClient.open({ home: place.home, cwd: place.project });
    const [boots, ends, states]: number[][] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { session } = await client.facts('start_session', { resume: false });
      boots?.push(await timed(() => client.facts('boot_report')));
      states?.push(await timed(() => client.facts('get_session_state', { session_id: session.session_id })));
      ends?.push(await timed(() => client.facts('end_session', handoff(round))));
    }
    await client.close();
    return {
      boot_report: median(boots ?? []),
      end_session: median(ends ?? []),
      get_session_state: median(states ?? []),
    };
  });

export const bootReport: Bench = {
  name: 'boot_report',
  about: `one project with ${SMALL} records and what ${ROUNDS} sessions add to them, seed ${SEED}`,
  async run(progress) {
    const { boot_report: p50 } = await timingsAt(SMALL, progress);
    return [
      {
        area: 'boot_report',
        measure: 'the report of a project with 1,000 records, over stdio; p50',
        value: rounded(p50),
        unit: 'ms',
        bound: atMost(7, 5),
      },
    ];
  },
};

export const growth: Bench = {
  name: 'growth',
  about: `one project, 20 live constraints, 50 open loops, the rest past; ${SMALL} against ${LARGE} records, seed ${SEED}`,
  async run(progress) {
    const small = await timingsAt(SMALL, progress);
    const large = await timingsAt(LARGE, progress);
    return (Object.keys(small) as (keyof Timings)[]).map(
      (tool): Row => ({
        area: 'growth',
        measure: `${tool} at 1,000,000 records over that at 1,000`,
        value: rounded(large[tool] / small[tool]),
        unit: '×',
        bound: atMost(2, 1.2),
        detail: `${rounded(small[tool])} ms → ${rounded(large[tool])} ms`,
      }),
    );
  },
};
