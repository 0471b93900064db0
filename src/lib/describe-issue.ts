/** The fields of a zod issue that a message needs. Parse with `reportInput`, so that `input` is set. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input?: unknown;
  readonly expected?: string;
  readonly origin?: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  /** Of a union: the issues of each member. */
  readonly errors?: readonly (readonly Issue[])[];
  /** Of a discriminated union: the allowed discriminators. */
  readonly options?: readonly unknown[];
  readonly discriminator?: string;
  /** Of an invalid key. */
  readonly issues?: readonly Issue[];
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

export interface Problem {
  readonly field: string;
  /** Follows the name of the field: what is expected, and what was given. */
  readonly problem: string;
  readonly limit?: number;
}

/** Shortens long keys. */
export const appendKey = (path: string, key: string): string => {
  const step = /^[\w.]{1,60}$/.test(key) ? key : JSON.stringify(key.slice(0, 60));
  return path === '' ? step : `${path}.${step}`;
};

export const pathName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : appendKey(name, String(part))),
    '',
  );

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const typeName = (type: string): string => TYPES[type] ?? type;

const MAX_SHOWN = 40;
const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

export function showGiven(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object') return 'an object';
  return typeof input === 'string' ? JSON.stringify(cut(input)) : String(input);
}

/** Text in place of another type is described as "text": its content rarely matters. */
const givenType = (input: unknown): string => (typeof input === 'string' ? 'text' : showGiven(input));

const expects = (what: string, input: unknown, show: (input: unknown) => string): string =>
  input === undefined ? `is missing; it must be ${what}` : `must be ${what}, not ${show(input)}`;

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;

/** Of a text in Unicode characters, as its limits are. */
const sizeOf = (input: unknown): number | undefined => {
  if (typeof input === 'string') return [...input].length;
  return Array.isArray(input) ? input.length : undefined;
};

const WHAT: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

function outside({ origin = '', input, maximum, minimum }: Issue): string {
  const unit = WHAT[origin];
  const limit = maximum ?? minimum;
  if (unit === undefined)
    return `is ${showGiven(input)}; it must be at ${maximum === undefined ? 'least' : 'most'} ${limit}`;
  const size = sizeOf(input);
  if (maximum === undefined && size === 0) return 'is empty';
  const has = origin === 'string' ? `is ${size} characters long` : `has ${size} ${unit}`;
  return `${has}; the ${maximum === undefined ? 'minimum' : 'limit'} is ${limit}`;
}

/** Messages of zod; all others are our own. */
const LIBRARY = /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/;

function sentence(issue: Issue): string {
  const { code, message, input, expected = '', values = [], options = [] } = issue;
  if (!LIBRARY.test(message)) return message;
  switch (code) {
    case 'invalid_type':
      return expects(typeName(expected), input, expected === 'int' ? showGiven : givenType);
    case 'too_big':
    case 'too_small':
      return outside(issue);
    case 'invalid_value':
      return expects(oneOf(values), input, showGiven);
    case 'invalid_union':
      return expects(oneOf(options), discriminating(issue), showGiven);
    default:
      return 'has a value that does not fit';
  }
}

const discriminating = ({ input, discriminator = '' }: Issue): unknown =>
  (input as Readonly<Record<string, unknown>> | null | undefined)?.[discriminator];

const limitOf = ({ code, maximum, minimum, params }: Issue): number | undefined => {
  const limit = code === 'too_big' ? maximum : code === 'too_small' ? minimum : params?.limit;
  return typeof limit === 'number' || typeof limit === 'bigint' ? Number(limit) : undefined;
};

function toProblem(field: string, issue: Issue): Problem {
  const limit = limitOf(issue);
  const problem = sentence(issue);
  return limit === undefined ? { field, problem } : { field, problem, limit };
}

const isOtherType = ({ code, path }: Issue): boolean => code === 'invalid_type' && path.length === 0;

/** Describes the issues of the member whose type fits; if none fits, names all types. */
function describeUnion(issue: Issue, words: Words): readonly Problem[] {
  const forms = issue.errors ?? [];
  const fitting = forms.find((issues) => !issues.some(isOtherType));
  if (fitting !== undefined)
    return fitting.flatMap((one) => describeIssue({ ...one, path: [...issue.path, ...one.path] }, words));
  const types = forms.flatMap((issues) => issues.map(({ expected = '' }) => typeName(expected)));
  const problem = expects([...new Set(types)].join(' or '), issue.input, givenType);
  return [{ field: pathName(issue.path) || words.root, problem }];
}

export interface Words {
  readonly unknown: string;
  readonly root: string;
}

export function describeIssue(issue: Issue, words: Words): readonly Problem[] {
  const { code, path, keys = [], errors = [], issues = [] } = issue;
  if (code === 'unrecognized_keys')
    return keys.map((key) => ({ field: pathName([...path, key]), problem: words.unknown }));
  if (code === 'invalid_key') {
    const field = `a name in ${pathName(path.slice(0, -1)) || words.root}`;
    return issues.slice(0, 1).map((one) => toProblem(field, one));
  }
  if (code === 'invalid_union' && errors.length > 0 && LIBRARY.test(issue.message))
    return describeUnion(issue, words);
  return [toProblem(pathName(path) || words.root, issue)];
}

export const MAX_PROBLEMS = 20;

export function listProblems(problems: readonly Problem[]): string {
  const rest = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS).map(({ field, problem }) => `${field} ${problem}`);
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
