import { PROGRAM } from '../test/support/program.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench } from './benchmark.ts';
import { type BenchPlace, inPlace, median, processMs, ratioOf, rounded, timed } from './measure.ts';

const ROUNDS = 21;

/** Starts it as a client does, with the environment of this process. */
const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || name.startsWith('THROUGHLINE_') || name === 'HOME' ? [] : [[name, value]],
  ),
);

const environment = ({ home }: BenchPlace) => ({ HOME: home, THROUGHLINE_HOME: home });

async function firstAnswer(place: BenchPlace): Promise<{ startMs: number; exitMs: number }> {
  const began = performance.now();
  const client = await StdioClient.open({ home: place.home, cwd: place.project, env: ownEnvironment });
  const startMs = performance.now() - began;
  const exitMs = await timed(() => client.close());
  return { startMs, exitMs };
}

export const start: Bench = {
  name: 'start',
  about: `an existing store, ${ROUNDS} rounds, turn by turn with node -e 0`,
  run: () =>
    inPlace(async (place) => {
      const { project } = place;
      await firstAnswer(place);
      const exits: number[] = [];
      const bare = () => processMs(['-e', '0'], environment(place), project);
      const server = await ratioOf(
        ROUNDS,
        async () => {
          const { startMs, exitMs } = await firstAnswer(place);
          exits.push(exitMs);
          return startMs;
        },
        bare,
      );
      const boot = await ratioOf(
        ROUNDS,
        () => processMs([PROGRAM, 'boot', '--brief'], environment(place), project),
        bare,
      );
      return [
        {
          area: 'start',
          measure: 'spawn → first MCP answer, multiple of node -e 0',
          value: rounded(server.ratio),
          unit: '×',
          bound: atMost(2.2, 1.6),
          detail: `${rounded(server.work, 0)} ms against ${rounded(server.reference, 0)} ms`,
        },
        {
          area: 'start',
          measure: 'throughline boot --brief as a process, multiple of node -e 0',
          value: rounded(boot.ratio),
          unit: '×',
          detail: `${rounded(boot.work, 0)} ms`,
        },
        {
          area: 'exit',
          measure: 'after stdin ends',
          value: rounded(median(exits), 1),
          unit: 'ms',
          bound: atMost(100, 50),
        },
      ];
    }),
};
