import * as z from 'zod';
import type { Tool } from './define-tool.ts';

export interface Offer {
  readonly toolsets: readonly string[];
  readonly isReadOnly: boolean;
}

export interface Listed {
  readonly tool: Tool;
  readonly name: string;
  /** Arguments that an older name implies. */
  readonly implied: Readonly<Record<string, unknown>>;
  readonly isListed: boolean;
}

const isOffered = (tool: Tool, { toolsets, isReadOnly }: Offer) =>
  toolsets.includes(tool.toolset) && (!isReadOnly || tool.effect === 'read');

/** Every name that can be called. Older names are always callable, and listed only with the toolset compat. */
export function toolNames(tools: readonly Tool[], offer: Offer): readonly Listed[] {
  const offered = tools.filter((tool) => isOffered(tool, offer));
  const current = offered.map((tool) => ({ tool, name: tool.name, implied: {}, isListed: true }));
  const older = offered.flatMap((tool) =>
    Object.entries(tool.aliases ?? {}).map(([name, implied]) => ({
      tool,
      name,
      implied,
      isListed: offer.toolsets.includes('compat'),
    })),
  );
  return [...current, ...older];
}

const EFFECTS = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  write: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  destroy: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const;

type JsonSchema = { type: 'object' } & Record<string, unknown>;

/** Bounds that only stop abuse cost every session its tokens and tell a model nothing; the call itself enforces them. */
const GUARDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  minLength: (value) => value === 1,
  maxLength: (value) => typeof value === 'number' && ![180, 300, 1_200].includes(value),
  maxItems: () => true,
  propertyNames: () => true,
  additionalProperties: (value) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0,
};

/** Some clients know one `type` at a time only. */
const withSingleTypes = ({ type, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(type) ? { ...rest, anyOf: type.map((one) => ({ type: one as unknown })) } : { type, ...rest };

/** The schema as it is told: what fits, said in a way that every client understands. */
function told(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(told);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !GUARDS[key]?.(value));
  const whole = Object.fromEntries(kept.map(([key, value]) => [key, told(value)]));
  return 'type' in whole && Array.isArray(whole.type) ? withSingleTypes(whole) : whole;
}

const parsers = new WeakMap<Tool, z.ZodObject>();

/** The parser of a tool's arguments, made once. */
export function parserOf(tool: Tool): z.ZodObject {
  const parser = parsers.get(tool) ?? tool.input();
  parsers.set(tool, parser);
  return parser;
}

const schemas = new WeakMap<Tool, { input: JsonSchema; output: JsonSchema }>();

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io });
  return { ...(told(made) as object), type: 'object' };
}

function schemasOf(tool: Tool): { input: JsonSchema; output: JsonSchema } {
  const made = schemas.get(tool) ?? {
    input: jsonSchema(parserOf(tool), 'input'),
    output: jsonSchema(tool.output(), 'output'),
  };
  schemas.set(tool, made);
  return made;
}

export function describeTool({ tool, name }: Listed) {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: schemasOf(tool).input,
    outputSchema: schemasOf(tool).output,
    annotations: { title: tool.title, ...EFFECTS[tool.effect] },
    ...(tool.isEntry ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}
