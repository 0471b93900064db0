import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleAt } from '../support/example-payload.ts';
import { git } from '../support/git.ts';
import { runHook } from '../support/hook.ts';
import { serverIn } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { REAL_GIT, script } from '../system/git/ask-drift.ts';

const ID = '668320d2-2fd8-4888-b33c-2a466fec86e7';

/** A small repository whose last session left a checkpoint, and a git that writes down what it is asked. */
async function openPlace() {
  const top = tempFolder();
  const place = { home: join(top, 'home'), project: join(top, 'lantern') };
  for (const path of [place.home, place.project]) mkdirSync(path);
  git(place.project, 'init', '-q', '-b', 'main');
  git(place.project, 'commit', '-q', '--allow-empty', '-m', 'first');
  const server = await serverIn(place);
  await server.facts('end_session', { checkpoint: 'The parser is half done.' });
  await server.close();
  const log = join(top, 'log');
  const file = script(`echo "$*" >> '${log}'\nexec '${REAL_GIT}' "$@"`);
  return {
    place,
    env: { PATH: [dirname(file), process.env.PATH].join(delimiter) },
    questions: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
  };
}

it('asks git each question once at the first prompt of a client that reports no start, and nothing at the next', async () => {
  const { place, env, questions } = await openPlace();
  const example = exampleAt('gemini', place, ID);
  const prompt = (text: string) =>
    runHook(
      place,
      'prompt',
      {},
      { client: 'gemini', stdin: example.payload('prompt', { prompt: text }), env },
    );
  const first = await prompt('Go on');
  expect(first.stdout).toContain('The parser is half done.');
  const asked = questions();
  expect(asked.length).toBeGreaterThan(2);
  expect(new Set(asked).size).toBe(asked.length);
  expect((await prompt('And now the tests')).code).toBe(0);
  expect(questions()).toEqual(asked);
});

it('reads a long payload from a socket that stays open', async () => {
  const { place } = await openPlace();
  const initialPrompt = 'ä漢🏮'.repeat(40_000);
  const stdin = JSON.stringify({ session_id: ID, cwd: place.project, source: 'startup', initialPrompt });
  const { code, context } = await runHook(place, 'session-start', {}, { stdin, isStdinOpen: true });
  expect(code).toBe(0);
  expect(context).toContain('The parser is half done.');
});
