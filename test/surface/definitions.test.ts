import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { inputFields } from '../../src/campaign/app/entity-schema.ts';
import { ENTITY_KINDS } from '../../src/campaign/domain/entity.ts';
import { CAMPAIGN_TOOLS } from '../../src/campaign/mcp/index.ts';
import { ENTITY_FIELDS } from '../../src/campaign/mcp/tools/save-entity.ts';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { instructionsFor } from '../../src/mcp/build-server.ts';
import { describeTool, listedNames, toolNames } from '../../src/mcp/tool-list.ts';
import { CORE_TOOLS } from '../../src/mcp/tools/index.ts';
import { ROOT } from '../support/program.ts';

const OFFER = { toolsets: ['session', 'memory', 'capture', 'campaign', 'handoff'], isReadOnly: false };
const listed = toolNames(TOOLS, OFFER).filter(({ isListed }) => isListed);
const definitions = listed.map(describeTool);
const DEFAULT = ['session', 'memory', 'capture'];
const definitionsOf = (toolsets: readonly string[]) =>
  toolNames(TOOLS, { toolsets, isReadOnly: false })
    .filter(({ isListed }) => isListed)
    .map(describeTool);
const bytesOf = (toolsets: readonly string[]) =>
  definitionsOf(toolsets)
    .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const golden = (name: string) => join(ROOT, 'test', 'surface', 'golden', `${name}.json`);

type Schema = Record<string, unknown>;

/** Every parameter with its name, with those inside of objects, lists and alternatives. */
function parameters(schema: Schema, path = ''): [string, Schema][] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const inner = [schema.items, ...((schema.anyOf ?? []) as unknown[])].filter((one) => one !== undefined);
  return [
    ...properties.flatMap(([name, property]): [string, Schema][] => [
      [`${path}${name}`, property],
      ...parameters(property, `${path}${name}.`),
    ]),
    ...inner.flatMap((one) => parameters(one as Schema, path)),
  ];
}

/** Its one value says which of several forms an object has. */
const isDiscriminator = ({ enum: values }: Schema) => Array.isArray(values) && values.length === 1;

describe('the tool definitions', () => {
  it.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s is what its golden file says (run with UPDATE_GOLDEN=1 to change it on purpose)',
    (name, definition) => {
      const text = `${JSON.stringify(definition, null, 2)}\n`;
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden(name), text);
      expect(existsSync(golden(name)) ? readFileSync(golden(name), 'utf8') : '').toBe(text);
    },
  );

  it('have no golden file without a tool', () => {
    const files = readdirSync(join(ROOT, 'test', 'surface', 'golden')).map((file) =>
      file.replace('.json', ''),
    );
    expect(files.sort()).toEqual(definitions.map(({ name }) => name).sort());
  });

  it('are unique, snake_case verb_noun, at most 15 by default and 12 for games, and each in the file of its name', () => {
    const names = definitions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(definitionsOf(DEFAULT).length).toBeLessThanOrEqual(15);
    expect(definitionsOf(['campaign']).length).toBeLessThanOrEqual(12);
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    const fileOf = ({ name }: { readonly name: string }) => `${name.replaceAll('_', '-')}.ts`;
    const filesIn = (...folder: string[]) => readdirSync(join(ROOT, 'src', ...folder, 'mcp', 'tools')).sort();
    expect(filesIn()).toEqual([...CORE_TOOLS.map(fileOf), 'index.ts'].sort());
    expect(filesIn('campaign')).toEqual(CAMPAIGN_TOOLS.map(fileOf).sort());
  });

  it('are small: at most 900 characters of description each, 24 KB by default and 34 KB more for games', () => {
    for (const { name, description } of definitions) {
      expect(description.length, name).toBeLessThanOrEqual(900);
    }
    expect(bytesOf(DEFAULT)).toBeLessThanOrEqual(24 * 1024);
    expect(bytesOf(['campaign'])).toBeLessThanOrEqual(34 * 1024);
  });

  it('say in the first sentence what the tool does and when to use it', () => {
    for (const { name, description } of definitions) {
      const [first = ''] = description.split(/\. /, 1);
      expect(first, name).toMatch(/^[A-Z][a-z]+s\b.+; (?:use|call) it /);
      expect(first.length, name).toBeLessThanOrEqual(240);
    }
  });

  it('name another tool, and say whether a writing call can be repeated and what fails', () => {
    for (const [index, { name, description }] of definitions.entries()) {
      const others = definitions.filter((other) => other.name !== name);
      expect(
        others.some((other) => description.includes(other.name)),
        `${name} names another tool`,
      ).toBe(true);
      const isReader = ['read', 'log'].includes(listed[index]?.tool.effect ?? '');
      expect(description, name).toMatch(
        isReader
          ? /Writes nothing\.|changes nothing else/
          : /so repeating is safe|is stored once|is returned unchanged|[Tt]he same (?:call|change) again|second call|Each call/,
      );
      expect(description, name).toMatch(/\b[Ff]ails\b/);
    }
  });

  it('are written in plain words', () => {
    const literary =
      /\b(?:whoever|whatsoever|borne|anew|ever|in vain|sittings?|kin|lent|hence|thereof|such as keys)\b/i;
    for (const { name, description, inputSchema } of definitions) {
      const texts = [description, ...parameters(inputSchema).map(([, schema]) => String(schema.description))];
      for (const text of texts) expect(text, name).not.toMatch(literary);
    }
  });

  it('refuse unknown arguments, and describe every parameter, also inside of objects and lists', () => {
    for (const { name, inputSchema } of definitions) {
      expect(inputSchema.additionalProperties, name).toBe(false);
      for (const [parameter, schema] of parameters(inputSchema)) {
        const isExplained = isDiscriminator(schema) || /^.{3,}[.)]$/s.test(String(schema.description ?? ''));
        expect(isExplained, `${name}.${parameter}`).toBe(true);
      }
    }
  });

  it('publish every field of an entity, with the kinds that have it', () => {
    const kindsOf = new Map<string, string[]>();
    for (const kind of ENTITY_KINDS)
      for (const field of Object.keys(inputFields(kind).shape))
        kindsOf.set(field, [...(kindsOf.get(field) ?? []), kind]);
    expect(Object.keys(ENTITY_FIELDS).sort()).toEqual([...kindsOf.keys()].sort());
    for (const [field, { description }] of Object.entries(ENTITY_FIELDS)) {
      const named = ENTITY_KINDS.filter((kind) =>
        new RegExp(`(?:^|, |\\. )${kind}(?:,|:)`).test(description),
      );
      expect(named, field).toEqual(kindsOf.get(field));
    }
  });

  it('do not ask to start a session that a hook has started', () => {
    const starting = definitions.find(({ name }) => name === 'start_session')?.description;
    expect(starting).toContain('unless your context says that a hook already opened the session');
    const [before = ''] = instructionsFor(definitions.map(({ name }) => name)).split('call start_session', 1);
    expect(before).toMatch(/session is already open[^.]+: go on from there\. Otherwise $/);
  });

  it('name only tools that exist', () => {
    const known = new Set([...toolNames(TOOLS, OFFER).map(({ name }) => name)]);
    const spoken = definitions.flatMap(({ description, inputSchema }) => [
      description,
      ...parameters(inputSchema).map(([, schema]) => String(schema.description ?? '')),
    ]);
    const verbs =
      /\b(?:start|end|close|get|add|list|search|store|update|delete|boot|capture|read|player|save|recap|rewind|roll)_[a-z_]+\b/g;
    const fields = new Set(
      TOOLS.flatMap(({ input, output }) => [...Object.keys(input().shape), ...Object.keys(output().shape)]),
    );
    for (const word of spoken.flatMap((text) => text.match(verbs) ?? [])) {
      expect(known.has(word) || fields.has(word), word).toBe(true);
    }
  });

  it('name only tools that are listed with them by default, except where start_session leads to games', () => {
    const usual = definitionsOf(DEFAULT).filter(({ name }) => name !== 'start_session');
    const ofGames = definitionsOf(['campaign']).map(({ name }) => name);
    for (const { name, description, inputSchema } of usual) {
      const text = [description, ...parameters(inputSchema).map(([, { description: one }]) => one)].join(' ');
      expect(
        ofGames.filter((one) => text.includes(one)),
        name,
      ).toEqual([]);
    }
  });

  it('have true annotations and an output schema', () => {
    for (const [index, { name, annotations, outputSchema }] of definitions.entries()) {
      const effect = listed[index]?.tool.effect;
      expect(annotations.readOnlyHint, name).toBe(effect === 'read');
      expect(annotations.destructiveHint, name).toBe(effect === 'destroy');
      const isRepeatable = !/\bEach call\b/.test(definitions[index]?.description ?? '');
      expect(annotations.idempotentHint, name).toBe(isRepeatable);
      expect(Object.keys(outputSchema.properties as object).length, name).toBeGreaterThan(2);
    }
  });

  it('keep the instructions of the server under 2,000 characters', () => {
    expect(instructionsFor(definitions.map(({ name }) => name)).length).toBeLessThan(2_000);
  });

  it('tell in the instructions how to play where the tools of games are not listed yet', () => {
    const namesOf = (toolsets: readonly string[]) => definitionsOf(toolsets).map(({ name }) => name);
    const text = instructionsFor(namesOf(DEFAULT), namesOf(['campaign']));
    expect(text).toContain('If they are not listed, call start_session with kind game.');
    expect(text.length).toBeLessThan(2_000);
    expect(instructionsFor(namesOf(DEFAULT))).not.toContain('campaign,');
    expect(instructionsFor(namesOf([...DEFAULT, 'campaign']))).not.toContain('more tools are listed');
  });
});

describe('the tool list', () => {
  it('drops every writer when read-only, and keeps what only records that it was read', () => {
    const names = toolNames(TOOLS, { ...OFFER, isReadOnly: true });
    expect(names.length).toBeGreaterThan(3);
    expect(names.every(({ tool }) => tool.effect === 'read' || tool.effect === 'log')).toBe(true);
    const logging = names.filter(({ tool }) => tool.effect === 'log').map(({ name }) => name);
    expect(logging).toEqual(['boot_report', 'read_capture', 'summarize_session']);
  });

  it('keeps older names callable always, and lists them only with compat', () => {
    const older = [
      'resume_session',
      'get_claudmaster_session_state',
      'get_session_summary',
      'summarize_session',
    ];
    const without = toolNames(TOOLS, OFFER);
    const withCompat = toolNames(TOOLS, { ...OFFER, toolsets: [...OFFER.toolsets, 'compat'] });
    for (const name of older) {
      expect(without.find((one) => one.name === name)?.isListed, name).toBe(false);
      expect(withCompat.find((one) => one.name === name)?.isListed, name).toBe(true);
    }
  });

  it('says of an older name first which tool to prefer', () => {
    const offer = { ...OFFER, toolsets: [...OFFER.toolsets, 'compat'] };
    const older = toolNames(TOOLS, offer).filter(({ tool }) => tool.isCompat);
    expect(older.map(({ name }) => name).sort()).toEqual([
      'get_claudmaster_session_state',
      'get_session_summary',
      'resume_session',
      'summarize_session',
    ]);
    for (const alias of older) {
      const { description, title, annotations, _meta } = describeTool(alias);
      expect(description, alias.name).toMatch(/^Alias of (\w+) for existing prompts; prefer \1\. /);
      expect(description, alias.name).toMatch(/\b(?:Writes|writes) nothing\b|\bEach call\b|stored once/);
      expect(description, alias.name).toMatch(/ It fails if [^.]+\.$/);
      expect(description.length, alias.name).toBeLessThanOrEqual(450);
      expect(title, alias.name).toMatch(/ \(older name\)$/);
      expect(_meta, alias.name).toBeUndefined();
      const isRepeatable = !/\bEach call\b/.test(description);
      expect(annotations.idempotentHint, alias.name).toBe(isRepeatable);
    }
  });

  it('declares the snapshot only for the older name that returns it', () => {
    const offer = { ...OFFER, toolsets: [...OFFER.toolsets, 'compat'] };
    const having = toolNames(TOOLS, offer)
      .map(describeTool)
      .filter(({ outputSchema }) => 'snapshot' in (outputSchema.properties as object));
    expect(having.map(({ name }) => name)).toEqual(['get_session_summary']);
  });

  it('offers only the toolsets that are on', () => {
    expect(toolNames(TOOLS, { toolsets: ['memory'], isReadOnly: true }).map(({ name }) => name)).toEqual([
      'search_memory',
      'list_memories',
    ]);
  });

  it('lists latent toolsets only where they are needed, and keeps them callable', () => {
    const names = toolNames(TOOLS, { toolsets: ['memory'], isReadOnly: true, latent: ['campaign'] });
    const shown = (isNeeded: boolean) => listedNames(names, isNeeded).map(({ name }) => name);
    expect(shown(false)).toEqual(['search_memory', 'list_memories']);
    expect(shown(true)).toEqual([...shown(false), 'get_campaign', 'get_events', 'recap_session']);
    expect(names.map(({ name }) => name)).toContain('summarize_session');
  });

  it('has schemas that zod itself can turn back into a parser', () => {
    for (const { name, inputSchema } of definitions) {
      expect(() => z.fromJSONSchema(inputSchema as never), name).not.toThrow();
    }
  });
});
