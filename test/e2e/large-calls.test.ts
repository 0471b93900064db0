import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lazy } from '../../src/lib/lazy.ts';
import { redactInWorker } from '../../src/main/redact-in-worker.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { ORDINARY_LINES } from '../support/ordinary-lines.ts';
import { ROOT } from '../support/program.ts';
import { SECRET_SAMPLES } from '../support/secrets.ts';
import { SECRETS_ENCODED } from '../support/secrets-encoded.ts';
import { place } from '../support/server.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Enough for a transaction that pauses many times. */
const COUNT = 6_000;
const many = (what: string) => Array.from({ length: COUNT }, (_, index) => `${what} ${index}`);

/** Sends both in one piece, and answers which was answered first. */
async function answerOrder(
  client: StdioClient,
  calls: readonly (readonly [string, object])[],
): Promise<string[]> {
  const order: string[] = [];
  client.process.stdin.cork();
  const answers = calls.map(([name, args]) =>
    client.facts(name, args as Record<string, unknown>).then((facts) => {
      order.push(name);
      return facts;
    }),
  );
  client.process.stdin.uncork();
  await Promise.all(answers);
  return order;
}

describe(`a handoff of ${COUNT} items`, () => {
  it.each([
    ['decisions', 'get_session_state'],
    ['resolved_loops', 'boot_report'],
  ])('of %s is answered after a %s that was sent behind it', async (field, read) => {
    const { home, project } = place();
    const client = await StdioClient.open({ home, cwd: project });
    const before = field === 'resolved_loops' ? { open_loops: many('Loop') } : {};
    await client.facts('end_session', { checkpoint: 'Begun.', ...before });
    await client.facts('start_session', { resume: false });
    const handoff = { checkpoint: 'Done.', [field]: many(field === 'decisions' ? 'Decision' : 'Loop') };
    expect(
      await answerOrder(client, [
        ['end_session', handoff],
        [read, {}],
      ]),
    ).toEqual([read, 'end_session']);
    await client.close();
  });
});

const THREAD = pathToFileURL(join(ROOT, 'dist', 'redact-worker.js'));
const PATTERNS = ['ACME-\\d{4}'];
const inProcess = createRedactor({ patterns: PATTERNS });

/** Far more than one message to the thread holds, with every known secret at some place of some text. */
function manyTexts(): readonly string[] {
  const secrets = [...SECRET_SAMPLES.map(({ text }) => text), ...SECRETS_ENCODED.map(({ secret }) => secret)];
  const filler = ORDINARY_LINES.slice(0, 40).join('\n');
  return [
    ...secrets.map((secret, index) => `${filler.slice(0, index * 17)} ${secret}\nACME-1234\n${filler}`),
    ...ORDINARY_LINES,
    'word',
    '',
    `${filler.repeat(20)} ${secrets[0]} ${filler.repeat(20)}`,
  ];
}

describe('much text', () => {
  const texts = manyTexts();
  /** Still too much to be redacted in the process if the thread works. */
  const lessText = texts.filter((_, index) => index % 10 === 0);
  const expected = lazy(() => inProcess.redact(lessText));

  it('is redacted in a thread as it is in the process itself', async () => {
    let inProcessCalls = 0;
    const watched = {
      redact: (texts: readonly string[]) => {
        inProcessCalls += 1;
        return inProcess.redact(texts);
      },
    };
    const redactions = await redactInWorker(watched, PATTERNS, THREAD).redact(texts);
    expect(inProcessCalls).toBe(0);
    expect(redactions).toEqual(await inProcess.redact(texts));
  });

  it.each([
    ['is not there', null],
    ['cannot be loaded', 'throw new Error("broken")'],
    ['ends at once', 'process.exit(0)'],
    [
      'answers less than it was asked',
      "const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => parentPort.postMessage([]))",
    ],
    [
      'fails with the first text',
      "require('node:worker_threads').parentPort.on('message', () => { throw new Error(); })",
    ],
  ])('is redacted in the process where the thread %s', async (_, code) => {
    const path = join(tempFolder(), 'thread.cjs');
    if (code !== null) writeFileSync(path, code);
    const redactor = redactInWorker(inProcess, PATTERNS, pathToFileURL(path));
    expect(lessText.join('').length).toBeGreaterThan(100_000);
    expect(await redactor.redact(lessText)).toEqual(await expected());
  });

  it('starts no thread for little', async () => {
    const redactor = redactInWorker(inProcess, PATTERNS, new URL('file:///nowhere.js'));
    expect(await redactor.redact(['ACME-1234'])).toEqual([
      { text: '[redacted:custom]', found: { custom: 1 } },
    ]);
  });
});
