import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/main/mcp-definitions.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Stored values, which stay what they are. */
const STORED_NAMES = 'domain/record/sources.ts';

const NAMES = TOOLS.map(({ name }) => name);
const TOOL_NAME = new RegExp(`(?<![\\w-])(?:${NAMES.join('|')})(?![\\w-])`, 'g');

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.ts'));

describe('names of tools', () => {
  it('knows the tools and their older names', () => {
    expect(NAMES).toEqual(expect.arrayContaining(['end_session', 'boot_report', 'resume_session']));
  });

  it('appear in the tools and in the file of stored names only', () => {
    const found = FILES.filter((path) => !/^(campaign\/)?mcp\//.test(path) && path !== STORED_NAMES).flatMap(
      (path) =>
        (readFileSync(join(SRC, path), 'utf8').match(TOOL_NAME) ?? []).map((name) => `src/${path}: ${name}`),
    );
    expect(found, 'a next step is data: see docs/decisions/next-steps.md').toEqual([]);
  });
});
