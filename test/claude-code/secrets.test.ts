import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { BASE62, CAPITALS, fake } from '../support/fake-secret.ts';
import { Sandbox } from './support/client-sandbox.ts';
import { installPlugin } from './support/install-plugin.ts';
import { lastReport } from './support/model-input.ts';
import { inOrder, run, using, write } from './support/script.ts';

/** One for each place a transcript has room for one. */
const SECRETS = {
  prompt: `ghp_${fake(BASE62, 36, 21)}`,
  file: `AKIA${fake(CAPITALS, 16, 22)}`,
  command: `glpat-${fake(BASE62, 20, 23)}`,
  output: `npm_${fake(BASE62, 36, 24)}`,
  words: `sk-proj-${fake(BASE62, 20, 25)}_${fake(BASE62, 40, 26)}`,
  focus: `hf_${fake(BASE62, 34, 27)}`,
  lastPrompt: `gsk_${fake(BASE62, 52, 28)}`,
};

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** A text as it is, and, where it is a packed one, unpacked. */
function readings(value: unknown): readonly string[] {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
  try {
    return [text, inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')];
  } catch {
    return [text];
  }
}

/** Every value of every table. */
function valuesIn(file: string): readonly string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const values = tables.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .flatMap((row) => Object.values(row as object).flatMap(readings)),
  );
  db.close();
  return values;
}

it('stores no secret of a transcript, and shows none to the next session', async () => {
  const sandbox = await Sandbox.open();
  await installPlugin(sandbox);
  const file = join(sandbox.project, 'deploy.env');
  sandbox.api.play(
    inOrder(
      [`I use ${SECRETS.words} here.`, write(file, `KEY=${SECRETS.file}\n`)],
      [run(`echo token ${SECRETS.command}; echo ${SECRETS.output} >&2; exit 4`)],
      [`It refused ${SECRETS.words}.`],
      ...using('capture_now', { reason: `before ${SECRETS.words}` }),
      ['Kept.'],
    ),
  );
  const talk = await sandbox.converse([
    `Deploy the lantern with ${SECRETS.prompt}, please.`,
    'Keep it.',
    `/compact mind ${SECRETS.focus}`,
  ]);
  expect(talk.exitCode).toBe(0);
  await sandbox.askAndDie(
    `And ${SECRETS.lastPrompt}?`,
    inOrder([run('echo half way')], 'hang'),
    '--continue',
  );
  sandbox.api.play(inOrder());
  const next = await sandbox.ask('Go on.');

  const packet = lastReport(next.requests[0]);
  expect(packet).toContain('# Orientation');
  const files = filesIn(sandbox.store);
  const values = valuesIn(join(sandbox.store, 'store.db'));
  // Else nothing was kept, and nothing is shown by its being clean.
  expect(values.some((value) => value.includes('Deploy the lantern'))).toBe(true);
  for (const [where, secret] of Object.entries(SECRETS)) {
    const inBytes = files.filter((path) => readFileSync(path).includes(secret));
    expect({ where, inBytes }).toEqual({ where, inBytes: [] });
    expect({ where, kept: values.filter((value) => value.includes(secret)) }).toEqual({ where, kept: [] });
    expect(packet).not.toContain(secret);
  }
});
