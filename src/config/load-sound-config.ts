import { join } from 'node:path';
import { ThroughlineError } from '../domain/error.ts';
import { type ConfigInput, parseConfig } from './load-config.ts';
import { readConfigFile } from './read-config-file.ts';
import { refuseIncomplete } from './refuse-incomplete.ts';
import type { Config } from './schema.ts';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** The line, from 1, on which a key of the outermost object stands; of two alike the last, as only that one counts. */
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
  /** Undefined where the message says it, or nobody knows. */
  readonly line: number | undefined;
  readonly message: string;
  readonly hint: string;
}

interface SoundConfig {
  readonly config: Config;
  readonly path: string;
  /** How many keys of config.json hold. */
  readonly keyCount: number;
  readonly problems: readonly FileProblem[];
}

function refusalOf(work: () => unknown): ThroughlineError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
}

const toldOf = ({ message, hint }: ThroughlineError) => ({ message, hint });

/** For whoever has to go on with a broken config.json: what is wrong in it counts as not written. */
export function loadSoundConfig(input: ConfigInput): SoundConfig {
  const loadWith = (keys: ReadonlyMap<string, unknown>) =>
    parseConfig({ ...input, readFile: () => JSON.stringify(Object.fromEntries(keys)) });
  const sound = new Map<string, unknown>();
  const path = join(loadWith(sound).home, 'config.json');
  const problems: FileProblem[] = [];
  let text: string | undefined;
  let keys: ReadonlyMap<string, unknown> = new Map();
  const unreadable = refusalOf(() => {
    keys = readConfigFile(path, (file) => {
      text = input.readFile(file);
      return text;
    });
  });
  if (unreadable !== undefined) problems.push({ ...toldOf(unreadable), line: undefined });
  for (const [key, value] of keys) {
    const refusal = refusalOf(() => loadWith(new Map([[key, value]])));
    if (refusal === undefined) sound.set(key, value);
    else problems.push({ ...toldOf(refusal), line: findKeyLine(text ?? '', key) });
  }
  const incomplete = refusalOf(() => refuseIncomplete(loadWith(sound)));
  if (incomplete !== undefined) {
    problems.push({ ...toldOf(incomplete), line: findKeyLine(text ?? '', 'embedder') });
    sound.delete('embedder');
  }
  return { config: loadWith(sound), path, keyCount: sound.size, problems };
}
