import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsTable, optionsTable, referencePages, toolsTable } from '../../scripts/reference.ts';
import { ALL_COMMANDS } from '../../src/cli/render-help.ts';
import { ROOT } from '../support/program.ts';

const isUpdate = process.env.UPDATE_REFERENCE === '1';
const README = join(ROOT, 'README.md');

const between = (name: string) =>
  new RegExp(`(<!-- ${name}:begin -->\\n)[\\s\\S]*?(\\n<!-- ${name}:end -->)`);

function expectSame(path: string, text: string): void {
  if (isUpdate) writeFileSync(path, text);
  expect(readFileSync(path, 'utf8'), 'run npm run reference').toBe(text);
}

describe('the reference', () => {
  const pages = referencePages(ROOT, ALL_COMMANDS);

  it.each(Object.keys(pages))('%s says what the definitions say', (name) => {
    expectSame(join(ROOT, 'docs', 'reference', name), pages[name] ?? '');
  });

  it('gives the README its tables', () => {
    const tables = { tools: toolsTable(), commands: commandsTable(ALL_COMMANDS), options: optionsTable() };
    let text = readFileSync(README, 'utf8');
    for (const [name, table] of Object.entries(tables)) {
      expect(text, name).toMatch(between(name));
      text = text.replace(between(name), (_, begin: string, end: string) => `${begin}${table}${end}`);
    }
    expectSame(README, text);
  });

  it('knows every code that the tests meet', () => {
    const codes = new Set(
      [...(pages['errors.md'] ?? '').matchAll(/^\| `([a-z_0-9]+)`/gm)].map(([, code]) => code),
    );
    expect(codes.size).toBeGreaterThan(40);
    for (const code of [
      'session_not_found',
      'text_has_nul',
      'store_damaged',
      'path_outside_roots',
      'version_conflict',
    ]) {
      expect(codes.has(code), code).toBe(true);
    }
  });
});
