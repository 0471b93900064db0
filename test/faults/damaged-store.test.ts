import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestsIn } from '../support/faults-bytes.ts';
import { DAMAGES } from '../support/faults-damage.ts';
import { WHOLE_HANDOFF } from '../support/faults-handoff.ts';
import { type Home, homeIn, makeRoot, scene } from '../support/faults-home.ts';
import { runCommand, startAndExpectFailure } from '../support/faults-run.ts';
import { StdioClient } from '../support/stdio-client.ts';

const UNAVAILABLE = 6;

const { home } = scene();

/** The bytes of a store that was closed properly, so that all of it is in its one file. */
async function makeStore(): Promise<Buffer> {
  const place = homeIn(makeRoot());
  const client = await StdioClient.open({ home: place.path, cwd: place.work });
  await client.facts('end_session', { ...WHOLE_HANDOFF });
  await client.close();
  const bytes = readFileSync(place.store);
  rmSync(place.root, { recursive: true });
  return bytes;
}

const whole = await makeStore();

function homeWithStore(): Home {
  const place = home();
  writeFileSync(place.store, whole);
  return place;
}

it('shows the handoff when the store is not damaged', async () => {
  const { stdout } = await runCommand(homeWithStore(), 'boot', '--project', 'work');
  expect(stdout).toContain(WHOLE_HANDOFF.checkpoint);
});

describe.each(DAMAGES)('a store that was $name', ({ code, inflict }) => {
  it(`is refused as ${code} by server and command line, and not a byte of it changes`, async () => {
    const place = homeWithStore();
    inflict(place.store);
    const before = digestsIn(place.path);

    const [server, boot] = await Promise.all([startAndExpectFailure(place), runCommand(place, 'boot')]);

    for (const { code: exitCode, stderr, stdout } of [server, boot]) {
      expect(stderr).toContain(`(${code})`);
      expect(stderr).toContain(place.store);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(stdout).toBe('');
      expect(exitCode).toBe(UNAVAILABLE);
    }
    expect(digestsIn(place.path)).toEqual(before);
  });
});
