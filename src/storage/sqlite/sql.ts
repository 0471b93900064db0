import type { SqlValue } from './driver.ts';

export class SqlPart {
  readonly text: string;
  readonly values: readonly SqlValue[];

  constructor(text: string, values: readonly SqlValue[] = []) {
    this.text = text;
    this.values = values;
  }
}

export type Inserted = SqlValue | SqlPart;

/** Joining the strings of a template takes as long as finding the statement that was prepared for it. */
const joinedTexts = new WeakMap<TemplateStringsArray, string>();

function textOf(strings: TemplateStringsArray): string {
  const known = joinedTexts.get(strings);
  if (known !== undefined) return known;
  const text = strings.join('?');
  joinedTexts.set(strings, text);
  return text;
}

/** A template in which every value becomes a parameter of the statement, and every part becomes text. */
export function sql(strings: TemplateStringsArray, ...inserted: readonly Inserted[]): SqlPart {
  if (!inserted.some((one) => one instanceof SqlPart))
    return new SqlPart(textOf(strings), inserted as readonly SqlValue[]);
  const texts = inserted.map((one, index) => (one instanceof SqlPart ? one.text : '?') + strings[index + 1]);
  return new SqlPart(
    strings[0] + texts.join(''),
    inserted.flatMap((one) => (one instanceof SqlPart ? one.values : [one])),
  );
}

export type StatementText = string | TemplateStringsArray;

export const statementOf = (given: StatementText, inserted: readonly Inserted[]): SqlPart =>
  typeof given === 'string' ? new SqlPart(given, inserted as readonly SqlValue[]) : sql(given, ...inserted);

/** Text of a statement that is no value, such as the name of a column. */
export const raw = (text: string): SqlPart => new SqlPart(text);

const joined = (parts: readonly SqlPart[], separator: string): SqlPart =>
  new SqlPart(
    parts.map(({ text }) => text).join(separator),
    parts.flatMap(({ values }) => values),
  );

export const and = (...conditions: readonly (SqlPart | undefined)[]): SqlPart =>
  joined(
    conditions.filter((part) => part !== undefined),
    ' AND ',
  );

export const unionOf = (selects: readonly SqlPart[]): SqlPart => joined(selects, ' UNION ALL ');

export const list = (values: readonly SqlValue[]): SqlPart =>
  new SqlPart(`(${values.map(() => '?').join(', ')})`, values);

/** No condition where the caller passes no values. */
export const oneOf = (column: string, values: readonly SqlValue[] | undefined): SqlPart | undefined =>
  values && sql`${raw(column)} IN ${list(values)}`;

/** No condition where there is nothing to exclude. */
export const noneOf = (column: string, values: readonly SqlValue[] = []): SqlPart | undefined =>
  values.length === 0 ? undefined : sql`${raw(column)} NOT IN ${list(values)}`;

/** A condition with one question mark; none where the caller passes no value. */
export const bound = (text: string, value: SqlValue | undefined): SqlPart | undefined =>
  value === undefined ? undefined : new SqlPart(text, [value]);
