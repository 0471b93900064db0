type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

type CamelKeys<Of> = { [Key in keyof Of as Key extends string ? CamelCase<Key> : never]: Of[Key] };

/** Renames the keys of an object, not of what it contains: `created_at` becomes `createdAt`. */
export const camelKeys = <Of extends object>(given: Of): CamelKeys<Of> =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelKeys<Of>;
