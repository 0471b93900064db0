import { join } from 'node:path';
import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';
import {
  ENVIRONMENT_PREFIX,
  environmentName,
  flagName,
  isAllowedIn,
  type Option,
  type Place,
  propertyName,
  type Value,
} from './option.ts';
import { parseValue, resolvePath } from './parse-value.ts';
import { type ReadFile, readConfigFile } from './read-config-file.ts';
import { type Config, homeOption, offOption, options } from './schema.ts';
import { DEFAULT_WORKSPACE, workspaceFolder } from './workspace-paths.ts';

const spellings = {
  flag: {
    code: 'unknown_flag',
    what: 'flag',
    prefix: '--',
    spell: (option: Option) => `--${flagName(option)}`,
  },
  environment: {
    code: 'unknown_environment_variable',
    what: 'environment variable',
    prefix: ENVIRONMENT_PREFIX,
    spell: environmentName,
  },
  file: {
    code: 'unknown_config_key',
    what: 'key in config.json',
    prefix: '',
    spell: ({ name }: Option) => name,
  },
} as const;

/** The name of an option in a place: `--read-only`, `THROUGHLINE_READ_ONLY`, `read_only`. */
const nameInSource = (option: Option, place: Place): string => spellings[place].spell(option);

/** An unknown name is a typing mistake: ignoring it would run with a setting that nobody chose. */
export function refuseUnknownNames(place: Place, names: readonly string[]): void {
  const known = options
    .filter((option) => isAllowedIn(option, place))
    .map((option) => nameInSource(option, place));
  const unknown = names.filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return;
  const { code, what } = spellings[place];
  const others = unknown.length > 1 ? ` (and ${unknown.length - 1} more)` : '';
  throw invalid(code, `Unknown ${what}: ${first}${others}.`, renderSuggestion(place, first, known), {
    fields: unknown.map((field) => ({ field, problem: `is not a known ${what}` })),
    allowed: known,
  });
}

function renderSuggestion(place: Place, name: string, known: readonly string[]): string {
  const elsewhere = options.find((option) => nameInSource(option, place) === name);
  if (elsewhere !== undefined) return `${name} cannot be set here; use ${renderOtherPlaces(elsewhere)}.`;
  // Without the common prefix, which would make all names similar.
  const { prefix } = spellings[place];
  const bare = known.map((candidate) => candidate.slice(prefix.length));
  const suggestions = nearest(name.slice(prefix.length), bare).map((candidate) => prefix + candidate);
  return suggestions.length > 0
    ? `Did you mean ${suggestions.join(' or ')}?`
    : `Remove it, or use one of: ${known.join(', ')}.`;
}

const renderOtherPlaces = (option: Option): string =>
  (['flag', 'environment', 'file'] as const)
    .filter((place) => isAllowedIn(option, place))
    .map((place) => `the ${spellings[place].what} ${nameInSource(option, place)}`)
    .join(' or ');

export function refuseIncomplete({ embedder, embedderUrl, embedderModel }: Config): void {
  if (embedder === 'none') return;
  const missing = [
    ...(embedderUrl === undefined ? ['embedder_url'] : []),
    ...(embedderModel === undefined ? ['embedder_model'] : []),
  ];
  if (missing.length === 0) return;
  throw invalid(
    'embedder_incomplete',
    `embedder is ${embedder}, and ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
    `Set ${missing.join(' and ')} first (throughline config set ${missing[0]} …), or set embedder to none.`,
    { fields: missing.map((field) => ({ field, problem: 'is needed for an embedder and not set' })) },
  );
}

export interface ConfigInput {
  readonly flags: Readonly<Record<string, string | boolean>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly cwd: string;
  /** undefined if there is no such file; throws if it cannot be read. */
  readonly readFile: ReadFile;
}

interface ConfigSource {
  readonly place: Place;
  readonly values: ReadonlyMap<string, unknown>;
  readonly base: string;
}

export function loadConfig(input: ConfigInput): Config {
  const config = parseConfig(input);
  refuseIncomplete(config);
  return config;
}

/** Flags override the environment, then config.json, then defaults. Values that are overridden must be valid too. */
export function parseConfig({ flags, env, homeDir, cwd, readFile }: ConfigInput): Config {
  const sources: ConfigSource[] = [
    {
      place: 'flag',
      values: new Map(Object.entries(flags).map(([name, value]) => [`--${name}`, value])),
      base: cwd,
    },
    { place: 'environment', values: environmentValues(env), base: cwd },
  ];
  for (const { place, values } of sources) refuseUnknownNames(place, [...values.keys()]);
  const home = String(
    findOptionValue(homeOption, sources, homeDir) ?? defaultHome(homeOption.default, homeDir),
  );
  const file = readConfigFile(join(home, 'config.json'), readFile);
  refuseUnknownNames('file', [...file.keys()]);
  sources.push({ place: 'file', values: file, base: home });

  const given = options.map((option): [Option, Value] => [
    option,
    option === homeOption ? home : findOptionValue(option, sources, homeDir),
  ]);
  const workspace = given.find(([{ name }]) => name === 'workspace')?.[1] ?? DEFAULT_WORKSPACE;
  const entries = given.map(([option, value]) => [
    propertyName(option),
    value ?? defaultValue(option, home, String(workspace)),
  ]);
  // Each property was parsed by the option it is named after, which is what Config is derived from.
  return Object.freeze(Object.fromEntries(entries)) as unknown as Config;
}

function environmentValues(env: ConfigInput['env']): Map<string, unknown> {
  const refusesEmpty = (name: string): boolean =>
    options.some((option) => 'isEmptyRefused' in option && nameInSource(option, 'environment') === name);
  return new Map(
    Object.entries(env)
      .filter(([name, value]) => name.startsWith(ENVIRONMENT_PREFIX) && value !== undefined)
      .filter(([name, value]) => value !== '' || refusesEmpty(name)),
  );
}

/** The value from the first source that has the option. The other sources are parsed too, to report invalid values. */
function findOptionValue(option: Option, sources: readonly ConfigSource[], homeDir: string): Value {
  const given = sources
    .filter(({ place, values }) => isAllowedIn(option, place) && values.has(nameInSource(option, place)))
    .map(({ place, values, base }) => {
      const value = values.get(nameInSource(option, place));
      const isBareFlag = place === 'flag' && value === true && option.type !== 'boolean';
      return parseValue(option, isBareFlag ? '' : value, {
        place,
        label: describeOption(option, place),
        base,
        homeDir,
      });
    });
  return given[0];
}

function describeOption(option: Option, place: Place): string {
  const name = nameInSource(option, place);
  return place === 'file' ? `key ${name} in config.json` : `${spellings[place].what} ${name}`;
}

function defaultHome(path: string, homeDir: string): string {
  const resolved = resolvePath(path, { base: homeDir, homeDir });
  if ('path' in resolved) return resolved.path;
  throw invalid(
    'config_value_invalid',
    `The default home ${path} ${resolved.problem}.`,
    'Pass an absolute path with the flag --home or the environment variable THROUGHLINE_HOME.',
    { fields: [{ field: 'home', problem: resolved.problem }] },
  );
}

function defaultValue(option: Option, home: string, workspace: string): Value {
  const value: Value = option.default;
  if (typeof value !== 'string' || !value.startsWith('<home>')) return value;
  const isPerWorkspace = option.type === 'path' && option.isPerWorkspace === true;
  return join(isPerWorkspace ? workspaceFolder(home, workspace) : home, value.slice('<home>'.length));
}

/** Reads only the option `off` from config.json, even if other keys are invalid. */
export function readOff(home: string, homeDir: string, readFile: ReadFile): readonly string[] {
  const given = readConfigFile(join(home, 'config.json'), readFile).get('off');
  if (given === undefined) return [];
  const source = { place: 'file', label: 'key off in config.json', base: home, homeDir } as const;
  return parseValue(offOption, given, source) as readonly string[];
}
