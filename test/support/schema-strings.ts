type Schema = Readonly<Record<string, unknown>>;

const optionsOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[];
const propertiesOf = (schema: Schema): readonly [string, Schema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>);
const isFixed = (schema: Schema) => schema.enum !== undefined || schema.const !== undefined;
const isText = (schema: Schema) =>
  !isFixed(schema) &&
  (schema.type === 'string' || (Array.isArray(schema.type) && schema.type.includes('string')));
const valuesOf = (schema: Schema): Schema | undefined =>
  typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Schema) : undefined;
const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** Where a tool takes free text: `tags[]`, `rules.*` for values of a map, `rules.{}` for its keys. */
export function stringFields(schema: Schema, path = ''): readonly string[] {
  const values = valuesOf(schema);
  const own = [
    ...(isText(schema) ? [path] : []),
    ...optionsOf(schema).flatMap((one) => stringFields(one, path)),
    ...propertiesOf(schema).flatMap(([name, one]) => stringFields(one, join(path, name))),
    ...(schema.type === 'array' ? stringFields((schema.items ?? {}) as Schema, `${path}[]`) : []),
    ...(values === undefined ? [] : [join(path, '{}'), ...stringFields(values, join(path, '*'))]),
  ];
  return [...new Set(own)];
}

/** Arguments in which every text is hostile; what has no text is left out. */
export function hostileArguments(
  schema: Schema,
  text: (field: string) => string,
  path = '',
): Record<string, unknown> {
  const valueFor = (one: Schema, at: string): unknown => {
    if (isFixed(one)) return text(at);
    if (isText(one)) return text(at);
    const [option] = optionsOf(one);
    if (option !== undefined) return valueFor(option, at);
    if (one.type === 'array') return [valueFor((one.items ?? {}) as Schema, at)];
    const values = valuesOf(one);
    if (values !== undefined) return { [text(at)]: valueFor(values, at) };
    if (one.type === 'object') return hostileArguments(one, text, at);
    return one.type === 'boolean' ? false : one.type === 'integer' || one.type === 'number' ? 1 : text(at);
  };
  return Object.fromEntries(
    propertiesOf(schema).map(([name, one]) => [name, valueFor(one, join(path, name))]),
  );
}

const isGiven = (value: unknown, [part, ...rest]: readonly string[]): boolean => {
  if (part === undefined) return typeof value === 'string' && value.includes('zq');
  if (typeof value !== 'object' || value === null) return false;
  if (part === '{}') return Object.keys(value).some((key) => key.includes('zq'));
  if (part === '[]') return Array.isArray(value) && value.some((item) => isGiven(item, rest));
  if (part === '*') return Object.values(value).some((item) => isGiven(item, rest));
  return isGiven((value as Record<string, unknown>)[part], rest);
};

/** Fields, as `tool field`, that none of the calls gave a hostile text to. */
export const missingFields = (
  fields: readonly string[],
  calls: readonly { readonly name: string; readonly args: Record<string, unknown> }[],
): readonly string[] =>
  fields.filter((field) => {
    const [name = '', path = ''] = field.split(' ');
    const parts = path
      .replaceAll('[]', '.[]')
      .split('.')
      .filter((part) => part !== '');
    return !calls.some((call) => call.name === name && isGiven(call.args, parts));
  });
