import * as z from 'zod';
import type { Tool } from './define-tool.ts';

export interface Offer {
  readonly toolsets: readonly string[];
  readonly isReadOnly: boolean;
  /** Toolsets that switch themselves on where they are needed. */
  readonly latent?: readonly string[];
}

/** Games switch their tools on. */
export const LATENT: readonly string[] = ['campaign'];

export interface Listed {
  readonly tool: Tool;
  readonly name: string;
  /** Arguments that an older name implies. */
  readonly implied: Readonly<Record<string, unknown>>;
  readonly isListed: boolean;
  /** Its toolset was not asked for: it is there only where it is needed. */
  readonly isLatent: boolean;
}

const isOffered = (tool: Tool, { toolsets, latent = [], isReadOnly }: Offer) =>
  (toolsets.includes(tool.toolset) || latent.includes(tool.toolset)) &&
  (!isReadOnly || tool.effect === 'read');

/** Every name that can be called. Older names are always callable, and listed only with the toolset compat. */
export function toolNames(tools: readonly Tool[], offer: Offer): readonly Listed[] {
  const offered = tools
    .filter((tool) => isOffered(tool, offer))
    .map((tool) => ({ tool, isLatent: !offer.toolsets.includes(tool.toolset) }));
  const current = offered.map((one) => ({ ...one, name: one.tool.name, implied: {}, isListed: true }));
  const older = offered.flatMap((one) =>
    Object.entries(one.tool.aliases ?? {}).map(([name, implied]) => ({
      ...one,
      name,
      implied,
      isListed: offer.toolsets.includes('compat'),
    })),
  );
  return [...current, ...older];
}

/** What a client is shown, given whether the latent toolsets are needed where it is. */
export const listedNames = (names: readonly Listed[], isNeeded: boolean): readonly Listed[] =>
  names.filter(({ isListed, isLatent }) => isListed && (isNeeded || !isLatent));

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
  minimum: (value) => typeof value === 'number' && value <= -1_000_000,
  maximum: (value) => typeof value === 'number' && value >= 1_000_000,
  maxItems: () => true,
  propertyNames: () => true,
  additionalProperties: (value) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0,
};

/** Some clients know one `type` at a time only. */
const withSingleTypes = ({ type, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(type) ? { ...rest, anyOf: type.map((one) => ({ type: one as unknown })) } : { type, ...rest };

/** Members of a union that a `kind` tells apart: any of them is exactly one of them, and not every client knows `oneOf`. */
const asAny = ({ oneOf, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  oneOf === undefined ? rest : { ...rest, anyOf: oneOf };

/** The schema as it is told: what fits, said in a way that every client understands. */
function told(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(told);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !GUARDS[key]?.(value));
  const whole = asAny(Object.fromEntries(kept.map(([key, value]) => [key, told(value)])));
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
    annotations: {
      title: tool.title,
      ...EFFECTS[tool.effect],
      ...(tool.isIdempotent === false ? { idempotentHint: false } : {}),
    },
    ...(tool.isEntry ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}
