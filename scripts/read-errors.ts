import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface ErrorRow {
  readonly code: string;
  readonly kinds: readonly string[];
  /** The message, or an explanation. */
  readonly message: string;
}

interface Found {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
}

const KINDS: Readonly<Record<string, string>> = {
  invalid: 'invalid',
  notFound: 'not_found',
  conflict: 'conflict',
  denied: 'denied',
  unavailable: 'unavailable',
};

/** Explanations of errors whose message in the source says too little, or describes one case of many. */
const MEANINGS: Readonly<Record<string, string>> = {
  confirmation_required: 'The change needs a confirmation, and there is no terminal to ask on.',
  not_confirmed: 'The person did not confirm. Nothing was done.',
  arguments_contradict: 'Two arguments or flags ask for different things.',
  change_invalid:
    'A change that the current state of the game does not allow, such as spending more than the party has.',
  config_unreadable: 'config.json cannot be read, or is not one JSON object.',
  config_value_invalid: 'A setting has an invalid value. The message says where it is set.',
  folder_not_found: 'The folder for a new file does not exist.',
  invalid_arguments:
    'An argument is missing, has the wrong type or is out of range. `fields` names each one.',
  path_not_absolute: 'The path is not absolute.',
  path_outside_roots: 'The path is outside the folders that may be opened.',
  project_off:
    'Throughline is switched off for this project: agents cannot read or write it, and commands store nothing in it.',
  session_not_found:
    'No session has this id, or the project has no sessions yet. Ids of the client are accepted too.',
  unknown_argument: 'An argument that the tool, prompt or template does not take.',
};

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** The core before its features: of an error that both have, the row shows the message of the core. */
const coreFirst = (root: string, files: readonly string[]) => {
  const isFeature = (path: string) => relative(root, path).startsWith('campaign');
  return [...files.filter((path) => !isFeature(path)), ...files.filter(isFeature)];
};

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The end of the string or template that begins here; its expressions may contain others. */
function endOfLiteral(text: string, from: number): number {
  const mark = text[from];
  let at = from + 1;
  while (at < text.length && text[at] !== mark) {
    if (text[at] === '\\') at += 2;
    else if (mark === '`' && text.startsWith('${', at)) at = endOfGroup(text, at + 1);
    else at++;
  }
  return at + 1;
}

/** The end of the brackets that open here. */
function endOfGroup(text: string, from: number): number {
  const closing = CLOSING[text[from] ?? ''];
  let at = from + 1;
  while (at < text.length && text[at] !== closing) at = step(text, at);
  return at + 1;
}

function step(text: string, at: number): number {
  const here = text[at] ?? '';
  if (text.startsWith('//', at)) return (text.indexOf('\n', at) + 1 || text.length + 1) - 1;
  if (here === "'" || here === '"' || here === '`') return endOfLiteral(text, at);
  return here in CLOSING ? endOfGroup(text, at) : at + 1;
}

/** The source text of the arguments of the call whose bracket opens here. */
function argumentsAt(text: string, open: number): readonly string[] {
  const end = endOfGroup(text, open) - 1;
  const given: string[] = [];
  let from = open + 1;
  for (let at = from; at < end; at = step(text, at)) {
    if (text[at] !== ',') continue;
    given.push(text.slice(from, at));
    from = at + 1;
  }
  return [...given, text.slice(from, end)].map((one) => one.trim());
}

function wordsOf(literal: string): string {
  let words = '';
  for (let at = 1; at < literal.length - 1; ) {
    if (literal[0] === '`' && literal.startsWith('${', at)) {
      words += '…';
      at = endOfGroup(literal, at + 1);
    } else if (literal[at] === '\\') {
      words += literal[at + 1];
      at += 2;
    } else words += literal[at++];
  }
  return words;
}

/** The literals that an expression may evaluate to: several if it has a condition. Operands of comparisons do not count. */
function textsOf(expression: string): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at < expression.length; at = step(expression, at)) {
    const isLiteral = /['`]/.test(expression[at] ?? '') && !/[!=]==? *$/.test(expression.slice(0, at));
    if (isLiteral) texts.push(wordsOf(expression.slice(at, endOfLiteral(expression, at))));
  }
  return texts;
}

/** Pairs codes and messages by index if there are as many of each. */
const pair = (kind: string, codes: readonly string[], messages: readonly string[]): readonly Found[] =>
  codes.map((code, index) => ({
    code,
    kind,
    message: (messages.length === codes.length ? messages[index] : messages[0]) ?? '',
  }));

type Read = (given: readonly string[]) => readonly Found[];

const callsIn = (
  text: string,
  call: RegExp,
  read: (name: string, given: readonly string[]) => readonly Found[],
) =>
  [...text.matchAll(call)].flatMap((match) =>
    read(match[1] ?? '', argumentsAt(text, match.index + match[0].length - 1)),
  );

const CALL = /\b(invalid|notFound|conflict|denied|unavailable)\(/g;
const REFUSAL = /\brefusal\((?=\s*(?:invalid|notFound|conflict|denied|unavailable)\b)/g;

const direct = (text: string) =>
  callsIn(text, CALL, (name, [code = '', message = '']) =>
    pair(KINDS[name] ?? name, textsOf(code), textsOf(message)),
  );

const readRefusal: Read = ([kind = '', code = '', , problem = '']) =>
  pair(
    KINDS[kind] ?? kind,
    textsOf(code),
    textsOf(problem).map((words) => `… ${words}: …`),
  );

const readCheck: Read = ([code = '', problem = '']) =>
  pair(
    'invalid',
    textsOf(code),
    textsOf(problem).map((words) => `… ${words}.`),
  );

/** Files that throw codes from variables; the codes are read from where the variables get their values. */
const INDIRECT: Readonly<Record<string, (text: string) => readonly Found[]>> = {
  'config/load-config.ts': (text) =>
    [...text.matchAll(/code: '([a-z_]+)',\s*what: '([^']+)'/g)].map(([, code = '', what = '']) => ({
      code,
      kind: 'invalid',
      message: `Unknown ${what}: ….`,
    })),
  'domain/check-text.ts': (text) => callsIn(text, /\brefuse\(/g, (_, given) => readCheck(given)),
};

/** Files with the constructors of errors, and helpers that take the code as an argument. */
const MAKERS = ['domain/error.ts', 'system/files/file-errors.ts'];

/** Calls whose code is not a literal, and that this script cannot read. */
export function unreadCalls(root: string): readonly string[] {
  const src = join(root, 'src');
  return sourceFiles(src).flatMap((file) => {
    const path = relative(src, file).replaceAll('\\', '/');
    if (path in INDIRECT || MAKERS.includes(path)) return [];
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(CALL)].flatMap((match) => {
      const [code = ''] = argumentsAt(text, match.index + match[0].length - 1);
      return textsOf(code).length > 0 ? [] : [`${path}: ${match[0]}${code}`];
    });
  });
}

/** Every error, read from the source. */
export function readErrors(root: string): readonly ErrorRow[] {
  const src = join(root, 'src');
  const found = coreFirst(src, sourceFiles(src)).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const path = relative(src, file).replaceAll('\\', '/');
    const refusals = callsIn(text, REFUSAL, (_, given) => readRefusal(given));
    return [...direct(text), ...refusals, ...(INDIRECT[path]?.(text) ?? [])];
  });
  const codes = [...new Set(found.map(({ code }) => code))].sort();
  return codes.map((code) => {
    const own = found.filter((one) => one.code === code);
    return {
      code,
      kinds: [...new Set(own.map(({ kind }) => kind))],
      message: MEANINGS[code] ?? own.find(({ message }) => message !== '')?.message ?? '',
    };
  });
}

export const explainedCodes = Object.keys(MEANINGS);
