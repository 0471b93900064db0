import { join } from 'node:path';
import { invalid } from '../domain/error.ts';
import {
  ENVIRONMENT_PREFIX,
  isAllowedIn,
  type Option,
  type Place,
  propertyName,
  type Value,
} from './option.ts';
import { parseValue } from './parse-value.ts';
import { type ReadFile, readConfigFile } from './read-config-file.ts';
import { refuseIncomplete } from './refuse-incomplete.ts';
import { refuseUnknown, spell } from './refuse-unknown.ts';
import { resolvePath } from './resolve-path.ts';
import { type Config, homeOption, options } from './schema.ts';
import { DEFAULT_WORKSPACE, workspaceFolder } from './workspace-paths.ts';

export interface ConfigInput {
  /** Named as typed, without the dashes. */
  readonly flags: Readonly<Record<string, string | boolean>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder: what `~` stands for. */
  readonly homeDir: string;
  readonly cwd: string;
  /** Undefined when there is no such file; throws when there is one that cannot be read. */
  readonly readFile: ReadFile;
}

interface Source {
  readonly place: Place;
  readonly values: ReadonlyMap<string, unknown>;
  /** What relative paths start from. */
  readonly base: string;
}

/** Each option by itself must be right, and they must make sense together. */
export function loadConfig(input: ConfigInput): Config {
  const config = parseConfig(input);
  refuseIncomplete(config);
  return config;
}

/** Flags before environment before config.json before defaults. What is overruled must be right all the same. */
export function parseConfig({ flags, env, homeDir, cwd, readFile }: ConfigInput): Config {
  const sources: Source[] = [
    { place: 'flag', values: flagValues(flags), base: cwd },
    { place: 'environment', values: environmentValues(env), base: cwd },
  ];
  for (const { place, values } of sources) refuseUnknown(place, [...values.keys()]);

  const home = String(findGiven(homeOption, sources, homeDir) ?? defaultHome(homeOption.default, homeDir));

  const file = readConfigFile(join(home, 'config.json'), readFile);
  refuseUnknown('file', [...file.keys()]);
  sources.push({ place: 'file', values: file, base: home });

  const given = options.map((option): [Option, Value] => [
    option,
    option === homeOption ? home : findGiven(option, sources, homeDir),
  ]);
  const workspace = given.find(([{ name }]) => name === 'workspace')?.[1] ?? DEFAULT_WORKSPACE;
  const entries = given.map(([option, value]) => [
    propertyName(option),
    value ?? fillIn(option, home, String(workspace)),
  ]);
  // Each property was parsed by the option it is named after, which is what Config is derived from.
  return Object.freeze(Object.fromEntries(entries)) as unknown as Config;
}

const flagValues = (flags: ConfigInput['flags']): Map<string, unknown> =>
  new Map(Object.entries(flags).map(([name, value]) => [`--${name}`, value]));

function environmentValues(env: ConfigInput['env']): Map<string, unknown> {
  const refusesEmpty = (name: string): boolean =>
    options.some((option) => 'isEmptyRefused' in option && spell(option, 'environment') === name);
  return new Map(
    Object.entries(env)
      .filter(([name, value]) => name.startsWith(ENVIRONMENT_PREFIX) && value !== undefined)
      .filter(([name, value]) => value !== '' || refusesEmpty(name)),
  );
}

function findGiven(option: Option, sources: readonly Source[], homeDir: string): Value {
  const given = sources
    .filter(({ place, values }) => isAllowedIn(option, place) && values.has(spell(option, place)))
    .map(({ place, values, base }) => {
      const value = values.get(spell(option, place));
      const isBareFlag = place === 'flag' && value === true && option.type !== 'boolean';
      return parseValue(option, isBareFlag ? '' : value, {
        place,
        label: label(option, place),
        base,
        homeDir,
      });
    });
  return given[0];
}

function label(option: Option, place: Place): string {
  const name = spell(option, place);
  switch (place) {
    case 'flag':
      return `flag ${name}`;
    case 'environment':
      return `environment variable ${name}`;
    case 'file':
      return `key ${name} in config.json`;
  }
}

function defaultHome(path: string, homeDir: string): string {
  const resolved = resolvePath(path, { base: homeDir, homeDir });
  if ('path' in resolved) return resolved.path;
  throw invalid(
    'config_value_invalid',
    `The default home ${path} ${resolved.problem}.`,
    'Give an absolute path with the flag --home or the environment variable THROUGHLINE_HOME.',
    { fields: [{ field: 'home', problem: resolved.problem }] },
  );
}

function fillIn(option: Option, home: string, workspace: string): Value {
  const value: Value = option.default;
  if (typeof value !== 'string' || !value.startsWith('<home>')) return value;
  const isPerWorkspace = option.type === 'path' && option.isPerWorkspace === true;
  return join(isPerWorkspace ? workspaceFolder(home, workspace) : home, value.slice('<home>'.length));
}
