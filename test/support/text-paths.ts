export type Schema = Readonly<Record<string, unknown>>;

const variantsOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [schema];

/** The path of every place in a JSON schema that takes words: `decisions[].text`, `flags.{key}`. */
export function textPaths(schema: Schema, path: string): string[] {
  if (Array.isArray(schema.anyOf)) return variantsOf(schema).flatMap((one) => textPaths(one, path));
  if (schema.type === 'array') return textPaths((schema.items ?? {}) as Schema, `${path}[]`);
  if (schema.type === 'string' || schema.type === undefined)
    return schema.enum === undefined && schema.const === undefined ? [path] : [];
  if (schema.type !== 'object') return [];
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const others = schema.additionalProperties ?? schema.properties === undefined;
  return [
    ...own.flatMap(([name, one]) => textPaths(one, `${path}.${name}`)),
    ...(others === false
      ? []
      : [`${path}.{key}`, ...textPaths(others === true ? {} : (others as Schema), `${path}.{}`)]),
  ];
}

/** Where these arguments have words, by the same paths. */
export function givenPaths(value: unknown, path: string, schema: Schema): string[] {
  if (typeof value === 'string') return [path];
  const variants = variantsOf(schema);
  if (Array.isArray(value)) {
    const items = (variants.find(({ type }) => type === 'array')?.items ?? {}) as Schema;
    return value.flatMap((one) => givenPaths(one, `${path}[]`, items));
  }
  if (typeof value !== 'object' || value === null) return [];
  return variants.flatMap((variant) => {
    const known = (variant.properties ?? {}) as Record<string, Schema>;
    return Object.entries(value).flatMap(([key, one]) =>
      known[key] === undefined
        ? [`${path}.{key}`, ...givenPaths(one, `${path}.{}`, {})]
        : givenPaths(one, `${path}.${key}`, known[key]),
    );
  });
}
