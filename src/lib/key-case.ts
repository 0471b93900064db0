export type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

type CamelKeys<Of> = { [Key in keyof Of as Key extends string ? CamelCase<Key> : never]: Of[Key] };

export const toCamelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const toSnakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type SnakeCase<Key extends string> = Key extends `${infer Letter}${infer Tail}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Tail>}`
  : Key;

type SnakeKeys<Of> = { [Key in keyof Of as Key extends string ? SnakeCase<Key> : never]: Of[Key] };

const renameKeys = (given: object, rename: (key: string) => string): object =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [rename(key), value]));

/** Renames the keys of an object, not of what it contains: `created_at` becomes `createdAt`. */
export const camelKeys = <Of extends object>(given: Of): CamelKeys<Of> =>
  renameKeys(given, toCamelCase) as CamelKeys<Of>;

export const snakeKeys = <Of extends object>(given: Of): SnakeKeys<Of> =>
  renameKeys(given, toSnakeCase) as SnakeKeys<Of>;
