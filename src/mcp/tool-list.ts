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
};

function withoutGuards(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutGuards);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !GUARDS[key]?.(value))
      .map(([key, value]) => [key, withoutGuards(value)]),
  );
}

const schemas = new WeakMap<z.ZodObject, JsonSchema>();

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io });
  const whole = { ...(withoutGuards(made) as object), type: 'object' } as JsonSchema;
  schemas.set(schema, whole);
  return whole;
}

export function describeTool({ tool, name }: Listed) {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchema(tool.input, 'input'),
    outputSchema: jsonSchema(tool.output, 'output'),
    annotations: { title: tool.title, ...EFFECTS[tool.effect] },
    ...(tool.isEntry ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}
