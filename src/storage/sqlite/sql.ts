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

/** A template that was joined once, with what was in the place of each of its values. */
interface JoinedText {
  readonly inserted: readonly string[];
  readonly text: string;
}

/** Joining takes as long as finding the statement that was prepared for the text, and that is faster for the same string. */
const joinedTexts = new WeakMap<TemplateStringsArray, readonly JoinedText[]>();

/** Of one template: few are used with many different parts. */
const MAX_JOINED = 8;

const textIn = (one: Inserted): string => (one instanceof SqlPart ? one.text : '?');

// Dozens of statements are joined in each call. Loops by index take a fraction of what iterators and callbacks take.
function isSameText({ inserted }: JoinedText, given: readonly Inserted[]): boolean {
  for (let index = 0; index < given.length; index += 1)
    if (textIn(given[index] ?? null) !== inserted[index]) return false;
  return true;
}

const NONE: readonly JoinedText[] = [];

function textOf(strings: TemplateStringsArray, given: readonly Inserted[]): string {
  const known = joinedTexts.get(strings) ?? NONE;
  for (const one of known) if (isSameText(one, given)) return one.text;
  const inserted = given.map(textIn);
  const text = strings[0] + inserted.map((one, index) => one + strings[index + 1]).join('');
  joinedTexts.set(strings, [{ inserted, text }, ...known.slice(0, MAX_JOINED - 1)]);
  return text;
}

const isPart = (one: Inserted): one is SqlPart => one instanceof SqlPart;

function valuesOf(inserted: readonly Inserted[]): readonly SqlValue[] {
  if (!inserted.some(isPart)) return inserted as readonly SqlValue[];
  const values: SqlValue[] = [];
  for (const one of inserted) {
    if (isPart(one)) values.push(...one.values);
    else values.push(one);
  }
  return values;
}

/** A template in which every value becomes a parameter of the statement, and every part becomes text. */
export const sql = (strings: TemplateStringsArray, ...inserted: readonly Inserted[]): SqlPart =>
  new SqlPart(textOf(strings, inserted), valuesOf(inserted));

export type StatementText = string | TemplateStringsArray;

export const statementOf = (given: StatementText, inserted: readonly Inserted[]): SqlPart =>
  typeof given === 'string' ? new SqlPart(given, inserted as readonly SqlValue[]) : sql(given, ...inserted);

/** Text of a statement that is no value, such as the name of a column. */
export const raw = (text: string): SqlPart => new SqlPart(text);

function joined(parts: readonly SqlPart[], separator: string): SqlPart {
  const values: SqlValue[] = [];
  for (const part of parts) values.push(...part.values);
  return new SqlPart(parts.map(({ text }) => text).join(separator), values);
}

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
