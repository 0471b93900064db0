import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformancePage } from '../../scripts/conformance-page.ts';
import { explainedCodes, readErrors, unreadCalls } from '../../scripts/read-errors.ts';
import { clientsTable, NOTE, referencePages } from '../../scripts/reference.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { ALL_COMMANDS } from '../../src/main/command-list.ts';
import { readConformance } from '../support/conformance.ts';
import { ROOT } from '../support/program.ts';

const isUpdate = process.env.UPDATE_REFERENCE === '1';
const README = join(ROOT, 'README.md');

const CLIENTS_TABLE = /(<!-- clients:begin -->\n)[\s\S]*?(\n<!-- clients:end -->)/;

function expectSame(path: string, text: string): void {
  if (isUpdate) writeFileSync(path, text);
  expect(readFileSync(path, 'utf8'), 'run npm run reference').toBe(text);
}

describe('the reference', () => {
  const pages = referencePages(ROOT, ALL_COMMANDS);

  it.each(Object.keys(pages))('%s equals what the definitions generate', (name) => {
    expectSame(join(ROOT, 'docs', 'reference', name), pages[name] ?? '');
  });

  it('has a page of clients that equals what tests recorded and what the adapters declare', () => {
    const page = conformancePage(NOTE, CLIENTS.adapters, readConformance());
    expectSame(join(ROOT, 'docs', 'reference', 'clients.md'), page);
  });

  it('records facts only of clients that have hooks', () => {
    const { measured, documented } = readConformance();
    for (const name of Object.keys({ ...measured, ...documented }))
      expect(CLIENTS.namesWithHooks).toContain(name);
  });

  it('gives the README its table of clients', () => {
    const text = readFileSync(README, 'utf8');
    expect(text).toMatch(CLIENTS_TABLE);
    const table = clientsTable(CLIENTS.adapters);
    expectSame(
      README,
      text.replace(CLIENTS_TABLE, (_, begin: string, end: string) => `${begin}${table}${end}`),
    );
  });

  it('reads every error code from the source, and explains each', () => {
    const errors = readErrors(ROOT);
    expect(unreadCalls(ROOT), 'teach scripts/read-errors.ts where these codes come from').toEqual([]);
    for (const { code, kinds, message } of errors) {
      expect(code).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      expect(kinds.length, code).toBeGreaterThan(0);
      expect(message, code).toMatch(/\p{L}{2}/u);
      expect(message, code).not.toMatch(/\$\{|[`]\s*$/);
    }
    const codes = errors.map(({ code }) => code);
    for (const code of [
      'session_not_found',
      'session_ambiguous',
      'text_has_nul',
      'store_damaged',
      'path_outside_roots',
      'version_conflict',
      'unknown_config_key',
      'unknown_environment_variable',
      'subcommand_missing',
      'unknown_command',
      'file_not_found',
      'output_failed',
    ]) {
      expect(codes).toContain(code);
    }
    for (const code of explainedCodes) expect(codes, 'explained, and never thrown').toContain(code);
  });

  it('has every gap with its severity', () => {
    const page = pages['gaps.md'] ?? '';
    const folder = join(ROOT, 'src', 'domain', 'orientation');
    for (const file of readdirSync(folder)) {
      for (const [, codes = ''] of readFileSync(join(folder, file), 'utf8').matchAll(/^ +code: (.*'),$/gm)) {
        for (const [, code] of codes.matchAll(/'([a-z_]+)'/g))
          expect(page, code).toMatch(new RegExp(`^\\| \`${code}\` \\| (?:info|warning|critical)`, 'm'));
      }
    }
  });
});
