import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToml, valueAt } from '../../src/clients/shared/toml/parse-toml.ts';
import { readServerTable, tomlServerPart } from '../../src/clients/shared/toml/server-table.ts';
import { TOML_TEXTS } from './toml-texts.ts';

const PATH = '/home/ada/.codex/config.toml';
const START = { command: '/usr/bin/node', args: ['/opt/throughline/dist/bin.js', 'mcp'] };
const OLD = {
  command: '/old node/bin/node',
  args: ['/old/throughline/dist/bin.js', 'mcp', '--home', '/old home'],
};
const partOf = (start: { command: string; args: string[] }) =>
  tomlServerPart({ path: PATH, isShared: false }, 'mcp_servers', start);
const part = partOf(START);
const serverIn = (text: string) => readServerTable(parseToml(PATH, text), 'mcp_servers');

describe.each(Object.entries(TOML_TEXTS))('TOML settings with %s', (_, text) => {
  it('take our server, and nothing else changes', () => {
    const { text: after, made, notice } = part.add(text);
    expect(serverIn(after)).toEqual(START);
    expect(part.add(after).text).toBe(after);
    expect(part.remove(after, made)).toBe(text);
    expect(part.remove(text, null)).toBe(text);
    expect(notice).toBeNull();
  });

  it('take another version of our server in place, and give it back to the byte', () => {
    const old = partOf(OLD).add(text).text;
    const updated = part.add(old).text;
    expect(serverIn(updated)).toEqual(START);
    expect(part.remove(updated, null)).toBe(text);
  });

  it('keep every other value', () => {
    const before = parseToml(PATH, text);
    const after = parseToml(PATH, part.add(text).text);
    for (const { keys, kind } of before.lines)
      if (kind === 'pair' && keys[0] !== 'mcp_servers')
        expect(valueAt(after, keys)).toEqual(valueAt(before, keys));
  });
});

const key = fc.constantFrom('a', '"b c"', "'d.e'", 'f-1', 'mcp_servers', 'throughline', 'x.y');
const value = fc.constantFrom(
  '1',
  '"s # t"',
  "'[x]'",
  '["a", "b"]',
  '[\n  1, # one\n]',
  '{ k = "v" }',
  '"""\n[z]\n"""',
  '1979-05-27 07:32:00',
);
const filler = fc.constantFrom('', '# c', '   ', '\t# [mcp_servers.throughline]');
const tomlLine = fc.oneof(
  fc.tuple(key, value, fc.constantFrom('', ' # c')).map(([k, v, c]) => `${k} = ${v}${c}`),
  fc.array(key, { minLength: 1, maxLength: 2 }).map((keys) => `[${keys.join('.')}]`),
  key.map((k) => `[[${k}]]`),
  filler,
);
const anyToml = fc
  .tuple(fc.array(tomlLine, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, newline, isOpen]) => lines.join('\n').replaceAll('\n', newline) + (isOpen ? '' : newline));

describe('any TOML settings', () => {
  it('are the same bytes after our server was added and removed', () => {
    fc.assert(
      fc.property(anyToml, (text) => {
        let added: { text: string };
        try {
          added = part.add(text);
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^settings_(?:not_toml|wrong_type)$/) });
          return;
        }
        expect(part.add(added.text).text).toBe(added.text);
        expect(part.remove(added.text, null)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that are no TOML are refused with the place, and nothing is thrown otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        try {
          part.add(text);
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^settings_(?:not_toml|wrong_type)$/) });
        }
      }),
    );
  });

  it.each([
    ['a = ', 'line 1, column 5'],
    ['a = 1\n[b\n', 'line 2, column 3'],
    ['a = "x', 'line 1, column 5'],
    ['a = 1 2 = 3\n', 'line 1, column 7'],
    ['a = [1, 2\n', 'line 2, column 1'],
    ['= 1\n', 'line 1, column 1'],
    [`a = ${'['.repeat(300)}`, 'line 1, column 206'],
  ])('%j is refused', (text, place) => {
    expect(() => part.add(text)).toThrow(expect.objectContaining({ code: 'settings_not_toml' }));
    expect(() => part.add(text)).toThrow(place);
  });
});

describe('our server in TOML', () => {
  it('keeps what a person added to it', () => {
    const text = [
      '# mine',
      '[mcp_servers.throughline]',
      'command = "/old/node" # the program',
      'args = [',
      '  "/old/throughline/dist/bin.js",',
      '  "mcp", "--home", "/old", "--tools", "all",',
      ']',
      'startup_timeout_sec = 20',
      '',
      '[mcp_servers.throughline.env]',
      'NO_COLOR = "1"',
      '',
      '[tui]',
      'theme = "dark"',
      '',
    ].join('\n');
    const after = part.add(text).text;
    expect(serverIn(after)).toEqual({
      command: '/usr/bin/node',
      args: [...START.args, '--tools', 'all'],
      startup_timeout_sec: '20',
      env: { NO_COLOR: '1' },
    });
    expect(after).toContain('command = "/usr/bin/node" # the program');
    expect(part.remove(after, null)).toBe('# mine\n\n[tui]\ntheme = "dark"\n');
  });

  it.each([
    '[mcp_servers.throughline]\nurl = "http://127.0.0.1:7420/mcp"\n',
    '[mcp_servers."throughline"]\ncommand = "my-wrapper"\n',
    'mcp_servers = { throughline = { command = "my-wrapper" } }\n',
    'mcp_servers.throughline = "off"\n',
  ])('that somebody wrote in their own way is left alone: %j', (text) => {
    expect(part.add(text)).toMatchObject({
      text,
      notice: expect.stringContaining('mcp_servers.throughline'),
    });
    expect(part.remove(text, null)).toBe(text);
  });

  it.each(['mcp_servers = 5\n', '[[mcp_servers]]\nx = 1\n'])('does not fit into %j', (text) => {
    expect(() => part.add(text)).toThrow(expect.objectContaining({ code: 'settings_wrong_type' }));
  });

  it.each([
    '[ mcp_servers . "throughline" ]\ncommand = "throughline"\nargs = ["mcp"]\n',
    '[mcp_servers]\nthroughline = { command = "throughline", args = ["mcp"] }\n',
    "[mcp_servers.throughline]\ncommand = 'throughline'\nargs = ['mcp']\n",
    'mcp_servers.throughline.command = "throughline"\nmcp_servers.throughline.args = ["mcp"]\n',
    'mcp_servers = { throughline = { command = "throughline", args = ["mcp"] }, b = { command = "x" } }\n',
  ])('is found however it is written: %j', (text) => {
    const after = part.add(text).text;
    expect(serverIn(after)).toEqual(START);
    expect(serverIn(part.remove(after, null))).toBeUndefined();
  });
});
