/** The first thing that is wrong with a value of unknown origin, and where. */
export class ShapeProblem extends Error {
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path === '' ? 'The value' : path} ${problem}`);
    this.name = 'ShapeProblem';
    this.path = path;
    this.problem = problem;
  }
}

/** Throws a ShapeProblem, or lets the value be as it is. */
export type Check = (value: unknown, path: string) => void;

const refuse = (path: string, problem: string): never => {
  throw new ShapeProblem(path, problem);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A key in a path, short enough to be read. */
const keyed = (path: string, key: string): string => {
  const step = /^[\w.]{1,60}$/.test(key) ? key : JSON.stringify(key.slice(0, 60));
  return path === '' ? step : `${path}.${step}`;
};

export const text =
  ({ max, min = 0 }: { readonly max: number; readonly min?: number }): Check =>
  (value, path) => {
    if (typeof value !== 'string') return refuse(path, 'must be text');
    if (value.trim().length < min) return refuse(path, 'is empty');
    if (value.length > max) return refuse(path, `is ${value.length} characters long; the limit is ${max}`);
    if (value.includes('\u0000')) return refuse(path, 'contains a NUL character');
    if (!value.isWellFormed()) return refuse(path, 'contains half of a surrogate pair');
  };

export const pattern =
  (shape: RegExp, what: string): Check =>
  (value, path) => {
    if (typeof value !== 'string' || !shape.test(value)) refuse(path, `must be ${what}`);
  };

export const number: Check = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(path, 'must be a number');
};

export const whole =
  (min: number, max: number): Check =>
  (value, path) => {
    if (!Number.isSafeInteger(value)) return refuse(path, 'must be a whole number');
    if (Number(value) < min || Number(value) > max) return refuse(path, `must be ${min} to ${max}`);
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

export const list =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return refuse(path, 'must be a list');
    for (const [index, one] of value.entries()) check(one, `${path}[${index}]`);
  };

/** Keys that people chose. */
export const map =
  (key: Check, check: Check): Check =>
  (value, path) => {
    if (!isObject(value)) return refuse(path, 'must be an object');
    for (const [name, one] of Object.entries(value)) {
      key(name, `a name in ${path}`);
      check(one, keyed(path, name));
    }
  };

/** Exactly these keys. */
export const shape =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return refuse(path, 'must be an object');
    for (const key of Object.keys(value))
      if (!Object.hasOwn(checks, key)) refuse(keyed(path, key), 'is not known');
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
