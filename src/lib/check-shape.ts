/** The first thing that is wrong with a value of unknown origin, and where. */
export class ShapeProblem extends Error {
  readonly path: string;
  readonly problem: string;
  /** The most or the least there may be, where that is what is wrong. */
  readonly limit: number | undefined;

  constructor(path: string, problem: string, limit?: number) {
    super(`${path === '' ? 'The value' : path} ${problem}`);
    this.name = 'ShapeProblem';
    this.path = path;
    this.problem = problem;
    this.limit = limit;
  }
}

/** Throws a ShapeProblem, or lets the value be as it is. */
export type Check = (value: unknown, path: string) => void;

export function refuse(path: string, problem: string, limit?: number): never {
  throw new ShapeProblem(path, problem, limit);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A key in a path, short enough to be read. */
export const keyed = (path: string, key: string): string => {
  const step = /^[\w.]{1,60}$/.test(key) ? key : JSON.stringify(key.slice(0, 60));
  return path === '' ? step : `${path}.${step}`;
};

interface TextShape {
  readonly max: number;
  readonly min?: number;
  /** How long a text counts as, where that is not its length. */
  readonly lengthOf?: (text: string) => number;
}

export const text =
  ({ max, min = 0, lengthOf = ({ length }) => length }: TextShape): Check =>
  (value, path) => {
    if (typeof value !== 'string') return refuse(path, 'must be text');
    if (value.trim().length < min) return refuse(path, 'is empty', min);
    if (value.length > max && lengthOf(value) > max)
      return refuse(path, `is ${value.length} characters long; the limit is ${max}`, max);
    if (value.includes('\u0000')) return refuse(path, 'contains a NUL character');
    if (!value.isWellFormed()) return refuse(path, 'contains half of a surrogate pair');
  };

/** All of these hold. */
export const both =
  (...checks: readonly Check[]): Check =>
  (value, path) => {
    for (const check of checks) check(value, path);
  };

export const pattern =
  (shape: RegExp, what: string): Check =>
  (value, path) => {
    if (typeof value !== 'string' || !shape.test(value)) refuse(path, `must be ${what}`);
  };

const outside = (path: string, value: number, min: number, max: number): void => {
  if (value < min) refuse(path, `is ${value}; it must be ${min} to ${max}`, min);
  if (value > max) refuse(path, `is ${value}; it must be ${min} to ${max}`, max);
};

export const number =
  (min: number, max: number): Check =>
  (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(path, 'must be a number');
    outside(path, value, min, max);
  };

export const whole =
  (min: number, max: number): Check =>
  (value, path) => {
    if (!Number.isSafeInteger(value)) return refuse(path, 'must be a whole number');
    outside(path, Number(value), min, max);
  };

export const truth: Check = (value, path) => {
  if (typeof value !== 'boolean') refuse(path, 'must be true or false');
};

export const oneOf =
  (values: readonly unknown[]): Check =>
  (value, path) => {
    if (!values.includes(value)) refuse(path, `must be one of ${values.map(String).join(', ')}`);
  };

export const orNull =
  (check: Check): Check =>
  (value, path) => {
    if (value !== null) check(value, path);
  };

/** Any of these; what is wrong with the last is told. */
export const either =
  (what: string, ...checks: readonly Check[]): Check =>
  (value, path) => {
    const fits = checks.some((check) => {
      try {
        check(value, path);
        return true;
      } catch (error) {
        if (error instanceof ShapeProblem) return false;
        throw error;
      }
    });
    if (!fits) refuse(path, `must be ${what}`);
  };

const refuseMany = (path: string, count: number, max: number, what: string): void => {
  if (count > max) refuse(path, `has ${count} ${what}; the limit is ${max}`, max);
};

export const list =
  (check: Check, max = Number.POSITIVE_INFINITY): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return refuse(path, 'must be a list');
    refuseMany(path, value.length, max, 'items');
    for (const [index, one] of value.entries()) check(one, `${path}[${index}]`);
  };

/** Keys that people chose. */
export const map =
  (key: Check, check: Check, max = Number.POSITIVE_INFINITY): Check =>
  (value, path) => {
    if (!isObject(value)) return refuse(path, 'must be an object');
    refuseMany(path, Object.keys(value).length, max, 'names');
    for (const [name, one] of Object.entries(value)) {
      key(name, `a name in ${path}`);
      check(one, keyed(path, name));
    }
  };

/** Exactly these keys, and those that need not be there. */
export const shape =
  (checks: Readonly<Record<string, Check>>, more: Readonly<Record<string, Check>> = {}): Check =>
  (value, path) => {
    if (!isObject(value)) return refuse(path, 'must be an object');
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(more, key)) more[key]?.(value[key], keyed(path, key));
      else if (!Object.hasOwn(checks, key)) refuse(keyed(path, key), 'is not known');
    }
    for (const [key, check] of Object.entries(checks)) {
      if (!Object.hasOwn(value, key)) refuse(keyed(path, key), 'is missing');
      check(value[key], keyed(path, key));
    }
  };

/** Some of these keys, and no others. */
export const someOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return refuse(path, 'must be an object');
    for (const [key, one] of Object.entries(value)) {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      if (check === undefined) return refuse(keyed(path, key), 'is not known');
      check(one, keyed(path, key));
    }
  };

/** Which keys there are is told by one of them. */
export const variant =
  (tag: string, shapes: Readonly<Record<string, Readonly<Record<string, Check>>>>): Check =>
  (value, path) => {
    if (!isObject(value)) return refuse(path, 'must be an object');
    const kind = value[tag];
    oneOf(Object.keys(shapes))(kind, keyed(path, tag));
    shape({ [tag]: () => undefined, ...shapes[String(kind)] })(value, path);
  };
