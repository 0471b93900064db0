import { readFileSync } from 'node:fs';
import { StdioClient } from '../test/support/stdio-client.ts';
import { atMost, type Bench } from './benchmark.ts';
import { inPlace, rounded } from './measure.ts';

const CALLS = 10_000;

function residentMb(pid: number): number {
  const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(pages?.[1] ?? Number.NaN) / 1024;
}

export const memory: Bench = {
  name: 'memory',
  about: `${CALLS} calls, three reads to one note, on one server`,
  run: (progress) =>
    inPlace(async ({ home, project }) => {
      const client = await StdioClient.open({ home, cwd: project });
      await client.facts('start_session');
      for (let call = 0; call < CALLS; call += 1) {
        if (call % 4 === 0)
          await client.facts('add_session_note', { summary: `note ${call} about the parser` });
        else await client.facts(call % 2 === 0 ? 'boot_report' : 'get_session_state');
        if (call % 2_000 === 0) progress(`${call} of ${CALLS} calls`);
      }
      const value = rounded(residentMb(client.process.pid ?? 0), 0);
      await client.close();
      return [
        {
          area: 'memory',
          measure: `resident after ${CALLS} calls`,
          value,
          unit: 'MB',
          bound: atMost(110, 80),
        },
      ];
    }),
};
