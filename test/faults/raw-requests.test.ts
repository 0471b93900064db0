import { describe, expect, it } from 'vitest';
import { anyRawRequest } from '../support/any-raw-request.ts';
import { seededRandom } from '../support/faults-random.ts';
import { runConcurrently } from '../support/faults-rounds.ts';
import { httpServerIn } from '../support/http-server.ts';
import { sendRaw, statusesIn } from '../support/raw-http.ts';
import { place } from '../support/server.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_500);
const SEED = 20_261_116;
const LANES = 16;

describe('throughline serve', () => {
  it(`survives ${REQUESTS} raw requests, most of them malformed: the same process answers afterwards`, async () => {
    const { url, process: child } = await httpServerIn(place());
    const log: string[] = [];
    child.stderr?.on('data', (chunk) => log.push(String(chunk)));
    const random = seededRandom(SEED);
    const counts = new Map<number, number>();
    await runConcurrently(REQUESTS, LANES, async () => {
      const { bytes, parting } = anyRawRequest(random);
      for (const status of statusesIn(await sendRaw(url, bytes, parting)))
        counts.set(status, (counts.get(status) ?? 0) + 1);
    });
    console.info('answers by status', Object.fromEntries([...counts].sort()));
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' });
    const text = log.join('');
    expect(text).not.toContain('uncaught');
    expect(text.split('\n').length).toBeLessThan(200);
    // Without any of these the requests would not have reached what they are for.
    for (const status of [200, 202, 400, 403, 404, 405, 415, 431])
      expect(counts.get(status), String(status)).toBeGreaterThan(0);
    expect(counts.get(500)).toBeUndefined();
  });
});
