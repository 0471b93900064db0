import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../lib/json-depth.ts';
import type { Tool } from './define-tool.ts';

export interface Offer {
  readonly toolsets: readonly string[];
  readonly isReadOnly: boolean;
  readonly latent?: readonly string[];
}

export interface OfferedTools {
  readonly tools: readonly Tool[];
  readonly names: readonly ListedTool[];
}

export interface ListedTool {
  readonly tool: Tool;
  readonly name: string;
  readonly isListed: boolean;
  /** Its toolset is not configured: it is offered only where it is needed. */
  readonly isLatent: boolean;
}

const isOffered = (tool: Tool, { toolsets, latent = [], isReadOnly }: Offer) =>
  (toolsets.includes(tool.toolset) || latent.includes(tool.toolset)) &&
  (!isReadOnly || tool.effect === 'read' || tool.effect === 'log');

/** Every name that can be called. Older names are always callable, and listed only with the toolset compat. */
export function toolNames(tools: readonly Tool[], offer: Offer): readonly ListedTool[] {
  const hasCompat = offer.toolsets.includes('compat');
  return tools
    .filter((tool) => isOffered(tool, offer))
    .map((tool) => ({
      tool,
      name: tool.name,
      isListed: tool.isCompat !== true || hasCompat,
      isLatent: !offer.toolsets.includes(tool.toolset),
    }));
}

export const listedNames = (names: readonly ListedTool[], isNeeded: boolean): readonly ListedTool[] =>
  names.filter(({ isListed, isLatent }) => isListed && (isNeeded || !isLatent));

const EFFECTS = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  log: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  write: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  destroy: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const;

type JsonSchema = { type: 'object' } & Record<string, unknown>;

/** Bounds that only prevent abuse are left out of schemas, because they cost tokens. Calls still enforce them. */
const GUARDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  minLength: (value) => value === 1,
  maxLength: (value) => typeof value === 'number' && ![180, 1_200].includes(value),
  minimum: (value) => typeof value === 'number' && value <= -1_000_000,
  maximum: (value) => typeof value === 'number' && value >= 100_000,
  maxItems: () => true,
  propertyNames: () => true,
  additionalProperties: (value) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0,
};

/** Some clients support only one `type` at a time. */
const withSingleTypes = ({ type, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(type) ? { ...rest, anyOf: type.map((one) => ({ type: one as unknown })) } : { type, ...rest };

/** In a discriminated union `anyOf` means the same as `oneOf`, which not every client supports. */
const withoutOneOf = ({ oneOf, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  oneOf === undefined ? rest : { ...rest, anyOf: oneOf };

function simplifySchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplifySchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !GUARDS[key]?.(value));
  const whole = withoutOneOf(Object.fromEntries(kept.map(([key, value]) => [key, simplifySchema(value)])));
  return 'type' in whole && Array.isArray(whole.type) ? withSingleTypes(whole) : whole;
}

function withNullableType(schema: JsonObject): JsonObject {
  const [given, none] = (schema.anyOf ?? []) as readonly JsonObject[];
  if (none?.type !== 'null' || typeof given?.type !== 'string') return schema;
  const { anyOf: _, ...rest } = schema;
  return {
    ...rest,
    ...given,
    type: [given.type, 'null'],
    ...(given.enum ? { enum: [...(given.enum as []), null] } : {}),
  };
}

/** A client must not refuse a result for a field that was added later, so results are described, not restricted. */
function compactOutput(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compactOutput);
  if (!isJsonObject(schema)) return schema;
  const { properties, additionalProperties, required: _, ...rest } = schema;
  const others = Object.entries(rest).map(([key, value]) => [key, compactOutput(value)] as const);
  return withNullableType({
    ...Object.fromEntries(others),
    ...(isJsonObject(additionalProperties)
      ? { additionalProperties: compactOutput(additionalProperties) }
      : {}),
    ...(isJsonObject(properties) ? { properties: mapValues(properties, compactOutput) } : {}),
  });
}

const mapValues = (values: JsonObject, map: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

const parsers = new WeakMap<Tool, z.ZodObject>();

export function parserOf(tool: Tool): z.ZodObject {
  const parser = parsers.get(tool) ?? tool.input();
  parsers.set(tool, parser);
  return parser;
}

const schemas = new WeakMap<Tool, { input: JsonSchema; output: JsonSchema }>();

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io });
  return { ...(simplifySchema(made) as object), type: 'object' };
}

/** Every call may report what it adjusted. */
const withNotices = (output: z.ZodObject): z.ZodObject =>
  'notices' in output.shape ? output : output.extend({ notices: z.array(z.string()).optional() });

function outputSchema(tool: Tool): JsonSchema {
  const whole = jsonSchema(withNotices(tool.output()), 'output');
  const { required } = whole;
  return {
    ...(compactOutput(whole) as object),
    ...(required === undefined ? {} : { required }),
    type: 'object',
  };
}

function schemasOf(tool: Tool): { input: JsonSchema; output: JsonSchema } {
  const made = schemas.get(tool) ?? {
    input: jsonSchema(parserOf(tool), 'input'),
    output: outputSchema(tool),
  };
  schemas.set(tool, made);
  return made;
}

export function describeTool({ tool, name }: ListedTool) {
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
