import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { SettingsPart } from '../../src/app/ports/client-settings.ts';
import { partAt } from './client-place.ts';
import { TEXTS } from './settings-texts.ts';

const contentOf = (text: string) =>
  parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) ?? {};

/** Without our entries; those of others must stay the same. */
function withoutOurs(text: string) {
  const { hooks, mcpServers, ...rest } = contentOf(text);
  const { throughline: _, ...others } = mcpServers ?? {};
  const groups = Object.entries<{ hooks: { command: string }[] }[]>(hooks ?? {}).map(([event, list]) => [
    event,
    list.filter((group) => group.hooks.every(({ command }) => command !== '/usr/bin/node')),
  ]);
  return { ...rest, hooks: groups.filter(([, list]) => list?.length), mcpServers: others };
}

/** Nothing was taken away and nothing moved: all characters are still there, in the same order. */
function isWithin(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (before.startsWith(character, at)) at += character.length;
  return at === before.length;
}

const PARTS: readonly (readonly [SettingsPart['what'], SettingsPart])[] = [
  ['hooks', await partAt('hooks')],
  ['MCP server', await partAt('MCP server')],
];

describe.each(PARTS)('%s in a file', (what, part) => {
  it.each(Object.entries(TEXTS))('with %s go in once, beside all that is there', (_, text) => {
    const { text: after } = part.add(text);
    expect(after).not.toBe(text);
    const { hooks, mcpServers } = contentOf(after);
    if (what === 'hooks') expect(hooks.SessionEnd.at(-1).hooks[0].args.at(-1)).toBe('session-end');
    else expect(mcpServers.throughline.args).toEqual(['/opt/throughline/dist/bin.js', 'mcp']);
    expect(withoutOurs(after)).toEqual(withoutOurs(text));
    expect(isWithin(text, after)).toBe(true);
    expect(part.add(after).text).toBe(after);
  });

  it.each(Object.entries(TEXTS))('with %s come out again to the byte', (_, text) => {
    const { text: after, made } = part.add(text);
    expect(part.remove(after, made)).toBe(text);
    expect(part.remove(text, made)).toBe(text);
  });

  it('follow the way in which the file is written', () => {
    const added = (name: keyof typeof TEXTS) => part.add(TEXTS[name] ?? '').text;
    expect(added('tabs')).toMatch(/^\t"(hooks|mcpServers)": \{\n\t\t"\w+": /m);
    expect(added('four spaces')).toMatch(/^ {4}"(hooks|mcpServers)": \{\n {8}"\w+": /m);
    expect(added('CRLF')).not.toMatch(/[^\r]\n/);
    expect(added('minified')).not.toMatch(/\s/);
    expect(added('one spaced line').trimEnd()).not.toContain('\n');
    expect(added('no newline at the end')).toMatch(/\}$/);
    expect(added('a mark and CRLF')).toMatch(/^\uFEFF\{\r\n/);
    expect(added('nothing at all')).toMatch(/^\{\n {2}"\w+": \{\n[\s\S]*\n\}\n$/);
  });
});
