import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookEventName } from '../../src/app/ports/client-adapter.ts';
import { exampleAt } from '../support/example-payload.ts';
import { git } from '../support/git.ts';
import { runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ID = '3b0f1f52-5f0c-4a67-9b1c-6a1f0c3e7d01';
const BEFORE = '## This session before the compaction';

/** Runs hooks with the payloads of the real client. Each returns what the model reads; '' if nothing. */
function openConversation(client: string) {
  const top = tempFolder();
  const place = { home: join(top, 'home'), project: join(top, 'lantern') };
  for (const path of [place.home, place.project]) mkdirSync(path);
  git(place.project, 'init', '-q', '-b', 'main');
  const example = exampleAt(client, place, ID);
  let count = 0;
  const hook = async (event: HookEventName): Promise<string> => {
    count += 1;
    const env = { THROUGHLINE_HOOK_TIMEOUT_MS: '20000', THROUGHLINE_GIT_TIMEOUT_MS: '5000' };
    const stdin = example.payload(event, { timestamp: 1_794_912_868_148 + count });
    const { stdout } = await runProgram(['hook', client, event], place, { stdin, env });
    return stdout === '' ? '' : example.readContext('session-start', stdout);
  };
  return { hook, writeTranscript: example.writeTranscript };
}

describe('a compaction in GitHub Copilot CLI, which has no event after it', () => {
  it('is followed by the orientation with the next prompt, once', async () => {
    const { hook, writeTranscript } = openConversation('copilot');
    expect(await hook('session-start')).toContain('# Orientation: lantern');
    expect(await hook('prompt')).toBe('');
    writeTranscript();
    await hook('pre-compact');
    await hook('stop');
    const report = await hook('prompt');
    expect(report).toContain('# Orientation: lantern');
    expect(report).toContain(BEFORE);
    expect(report).toContain('Release the lock');
    expect(await hook('prompt')).toBe('');
    writeTranscript(2);
    await hook('pre-compact');
    expect(await hook('prompt')).toContain(BEFORE);
  });

  it('is not reported a second time by a prompt after the conversation was resumed', async () => {
    const { hook, writeTranscript } = openConversation('copilot');
    await hook('session-start');
    writeTranscript();
    await hook('pre-compact');
    expect(await hook('session-start')).toContain('# Orientation: lantern');
    expect(await hook('prompt')).toBe('');
  });
});

it('a client that shows no context with a prompt gets none there', async () => {
  const { hook, writeTranscript } = openConversation('cursor');
  await hook('session-start');
  writeTranscript();
  await hook('pre-compact');
  expect(await hook('prompt')).toBe('');
});
