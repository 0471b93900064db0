import { join } from 'node:path';
import { ThroughlineError } from '../domain/error.ts';
import { type ConfigInput, parseConfig, refuseIncomplete } from './load-config.ts';
import { readConfigFile } from './read-config-file.ts';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** The line, from 1, of a key of the outermost object. Of duplicate keys the last one counts. */
export function findKeyLine(text: string, key: string): number | undefined {
  let depth = 0;
  let line: number | undefined;
  for (const { 0: token, 1: string, 2: colon, index } of text.matchAll(TOKEN)) {
    if (string === undefined) depth += token === '{' || token === '[' ? 1 : -1;
    else if (depth === 1 && colon !== undefined && JSON.parse(string) === key)
      line = text.slice(0, index).split('\n').length;
  }
  return line;
}

interface FileProblem {
  /** undefined if it is unknown, or part of the message. */
  readonly line: number | undefined;
  readonly message: string;
  readonly hint: string;
}

function catchRefusal(work: () => unknown): ThroughlineError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
}

const messageAndHint = ({ message, hint }: ThroughlineError) => ({ message, hint });

/** Loads the configuration without the invalid keys of config.json, which are returned as problems; `keyCount` counts the valid ones. */
export function loadLenientConfig(input: ConfigInput) {
  const loadWith = (keys: ReadonlyMap<string, unknown>) =>
    parseConfig({ ...input, readFile: () => JSON.stringify(Object.fromEntries(keys)) });
  const sound = new Map<string, unknown>();
  const path = join(loadWith(sound).home, 'config.json');
  const problems: FileProblem[] = [];
  let text: string | undefined;
  let keys: ReadonlyMap<string, unknown> = new Map();
  const unreadable = catchRefusal(() => {
    keys = readConfigFile(path, (file) => {
      text = input.readFile(file);
      return text;
    });
  });
  if (unreadable !== undefined) problems.push({ ...messageAndHint(unreadable), line: undefined });
  for (const [key, value] of keys) {
    const refusal = catchRefusal(() => loadWith(new Map([[key, value]])));
    if (refusal === undefined) sound.set(key, value);
    else problems.push({ ...messageAndHint(refusal), line: findKeyLine(text ?? '', key) });
  }
  const incomplete = catchRefusal(() => refuseIncomplete(loadWith(sound)));
  if (incomplete !== undefined) {
    problems.push({ ...messageAndHint(incomplete), line: findKeyLine(text ?? '', 'embedder') });
    sound.delete('embedder');
  }
  return { config: loadWith(sound), path, keyCount: sound.size, problems };
}
