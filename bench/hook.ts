import { randomUUID } from 'node:crypto';
import { git } from '../test/support/git.ts';
import { Conversation, runHook } from '../test/support/hook.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench } from './benchmark.ts';
import { fillStore, SEED } from './fill-store.ts';
import { handoff } from './handoff.ts';
import { type BenchPlace, inPlace, processMs, ratioOf, rounded } from './measure.ts';

const RECORDS = 100_000;
const ROUNDS = 21;

/** A small repository whose last session left a checkpoint. */
async function prepare(place: BenchPlace, progress: (line: string) => void): Promise<void> {
  git(place.project, 'init', '-q', '-b', 'main');
  git(place.project, 'commit', '-q', '--allow-empty', '-m', 'first');
  await fillStore(place, RECORDS, progress);
  const client = await StdioClient.open({ home: place.home, cwd: place.project });
  await client.facts('end_session', handoff(0));
  await client.close();
}

const bare = ({ home, project }: BenchPlace) => processMs(['-e', '0'], { HOME: home }, project);

export const hook: Bench = {
  name: 'hook',
  about: `a small git repository, ${RECORDS} records, seed ${SEED}, ${ROUNDS} rounds, turn by turn with node -e 0`,
  run: (progress) =>
    inPlace(async (place) => {
      await prepare(place, progress);
      const session = () => ({ session_id: randomUUID(), source: 'startup' });
      const started = await ratioOf(
        ROUNDS,
        async () => (await runHook(place, 'session-start', session(), { isInTime: true })).elapsedMs,
        () => bare(place),
      );
      const elsewhere = await ratioOf(
        ROUNDS,
        async () =>
          (await runHook(place, 'session-start', session(), { isInTime: true, client: 'codex' })).elapsedMs,
        () => bare(place),
      );
      const talk = new Conversation(place, randomUUID());
      await talk.hook('session-start', { source: 'startup' });
      const turn = await ratioOf(
        ROUNDS,
        async () => {
          talk.asks('Go on').says('Done.'.repeat(200));
          return (await talk.hook('stop', { last_assistant_message: 'Done.' })).elapsedMs;
        },
        () => bare(place),
      );
      return [
        {
          area: 'hook',
          measure: 'session-start as a process, multiple of node -e 0',
          value: rounded(started.ratio),
          unit: '×',
          bound: atMost(1.7, 1.3),
          detail: `${rounded(started.work, 0)} ms against ${rounded(started.reference, 0)} ms`,
        },
        {
          area: 'hook',
          measure: 'session-start of Codex as a process, multiple of node -e 0',
          value: rounded(elsewhere.ratio),
          unit: '×',
          bound: atMost(1.7, 1.3),
          detail: `${rounded(elsewhere.work, 0)} ms against ${rounded(elsewhere.reference, 0)} ms`,
        },
        {
          area: 'hook',
          measure: 'turn end as a process, multiple of node -e 0',
          value: rounded(turn.ratio),
          unit: '×',
          detail: `${rounded(turn.work, 0)} ms`,
        },
      ];
    }),
};
