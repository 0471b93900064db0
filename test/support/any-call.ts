import fc from 'fast-check';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { describeTool, toolNames } from '../../src/mcp/tool-list.ts';

export interface AnyCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

type Schema = Record<string, unknown>;

const OFFER = { toolsets: ['session', 'memory'], isReadOnly: false };
const definitions = toolNames(TOOLS, OFFER).map((listed) => ({
  ...describeTool(listed),
  effect: listed.tool.effect,
}));

export const effectOf = (name: string) => definitions.find((tool) => tool.name === name)?.effect;

const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    'parser',
    'the queue is shared',
    'a\u0000b',
    '\ud800',
    '  ',
    '',
    '../../etc/passwd',
    "'; DROP TABLE records;--",
    '2026-02-30',
    '2026-11-15',
    'x'.repeat(2_000),
  ),
);

const garbage = fc.oneof(
  fc
    .anything({ maxDepth: 2, withNullPrototype: false })
    .map((value) => JSON.parse(JSON.stringify(value ?? null)) as unknown),
  words,
);

/** A value that fits the schema, more or less; ids come from what the calls before really made. */
function valueFor(name: string, schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...(schema.anyOf as Schema[]).map((one) => valueFor(name, one, ids)));
  if (/(^|_)ids?$|supersedes|resolved_loops/.test(name) && schema.type !== 'array' && ids.length > 0) {
    return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, words);
  }
  switch (schema.type) {
    case 'array':
      return fc.array(valueFor(name, (schema.items ?? {}) as Schema, ids), { maxLength: 4 });
    case 'object':
      return schema.properties === undefined
        ? fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), words, { maxKeys: 3 })
        : argumentsOf(schema, ids);
    case 'integer':
      return fc.integer({ min: -2, max: 600 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return words;
  }
}

function argumentsOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = new Set((schema.required ?? []) as string[]);
  const fields = properties.map(([name, one]) => {
    const right = valueFor(name, one, ids);
    const value = fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: garbage });
    return fc
      .tuple(fc.integer({ min: 0, max: 9 }), value)
      .map(([dice, given]) => ((required.has(name) ? dice > 0 : dice > 6) ? [[name, given] as const] : []));
  });
  const extra = fc
    .tuple(fc.integer({ min: 0, max: 19 }), fc.string({ minLength: 1, maxLength: 10 }), garbage)
    .map(([dice, name, value]) => (dice === 0 ? [[name, value] as const] : []));
  return fc
    .tuple(...fields, extra)
    .map((parts) => Object.fromEntries(parts.flat()) as Record<string, unknown>);
}

/** One call of any tool, right, nearly right or plain wrong. */
export const anyCall = (ids: readonly string[]): fc.Arbitrary<AnyCall> =>
  fc
    .constantFrom(...definitions)
    .chain((tool) => argumentsOf(tool.inputSchema, ids).map((args) => ({ name: tool.name, args })));
