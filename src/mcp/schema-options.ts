import type * as z from 'zod';
import { isJsonObject, type JsonObject } from '../lib/json-depth.ts';

export type Schema = z.core.$ZodTypes;

export const optionsOf = (schema: Schema): readonly Schema[] => {
  const { def } = schema._zod;
  return def.type === 'union' ? (def.options as readonly Schema[]) : [schema];
};
export const optionOf = (options: readonly Schema[], type: string): Schema | undefined =>
  options.find(({ _zod: { def } }) => def.type === type);
export const accepts = (schema: Schema, ...types: readonly string[]): boolean =>
  optionsOf(schema).some(({ _zod: { def } }) => types.includes(def.type));
export const acceptsNull = (schema: Schema) => accepts(schema, 'null', 'nullable', 'unknown');

/** The items of a JSON list in a text; undefined if it is none that the element allows. */
export function parseList(element: Schema, text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    const isItem = (item: unknown) =>
      typeof item === 'string' || (isJsonObject(item) && accepts(element, 'object', 'union'));
    return Array.isArray(parsed) && parsed.every(isItem) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The member of a union that the object belongs to, by its discriminator if there is one. */
export function objectOption(union: Schema, value: JsonObject): Schema | undefined {
  const objects = optionsOf(union).filter(({ _zod: { def } }) => def.type === 'object');
  const { def } = union._zod;
  const discriminator =
    def.type === 'union' && 'discriminator' in def ? String(def.discriminator) : undefined;
  if (discriminator === undefined) return objects[0];
  const kind = value[discriminator];
  const word = typeof kind === 'string' ? kind.trim() : kind;
  return objects.find(({ _zod: { propValues } }) => propValues?.[discriminator]?.has(word as string));
}
