import { type ConfigInput, loadConfig, refuseUnknownNames } from '../config/load-config.ts';
import {
  environmentName,
  flagName,
  isAllowedIn,
  maskCredentials,
  type Option,
  propertyName,
  type Value,
} from '../config/option.ts';
import { readConfigFile } from '../config/read-config-file.ts';
import { type Config, options } from '../config/schema.ts';
import { invalid } from '../domain/error.ts';
import { nearest } from '../lib/nearest.ts';

export interface SettingsAccess {
  readonly path: string;
  readonly input: ConfigInput;
  write(text: string): Promise<void>;
}

export interface Setting {
  readonly key: string;
  readonly value: Value;
  readonly source: 'flag' | 'environment' | 'config.json' | 'default';
}

export const readKeys = ({ path, input }: SettingsAccess) => readConfigFile(path, input.readFile);

const formatFile = (keys: ReadonlyMap<string, unknown>): string =>
  `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`;

/** The configuration as it would be with these keys in config.json. Throws if they are not valid together. */
export const loadWith = ({ path, input }: SettingsAccess, keys: ReadonlyMap<string, unknown>): Config =>
  loadConfig({ ...input, readFile: (asked) => (asked === path ? formatFile(keys) : input.readFile(asked)) });

export async function writeKeys(settings: SettingsAccess, keys: ReadonlyMap<string, unknown>): Promise<void> {
  loadWith(settings, keys);
  await settings.write(formatFile(keys));
}

const valueIn = (config: Config, option: Option): Value =>
  (config as unknown as Readonly<Record<string, Value>>)[propertyName(option)];

function sourceOf(option: Option, { input }: SettingsAccess, keys: ReadonlyMap<string, unknown>) {
  if (isAllowedIn(option, 'flag') && input.flags[flagName(option)] !== undefined) return 'flag';
  if ((input.env[environmentName(option)] ?? '') !== '') return 'environment';
  return isAllowedIn(option, 'file') && keys.has(option.name) ? 'config.json' : 'default';
}

/** Every setting with its effective value, credentials masked, and its source. */
export function listSettings(access: SettingsAccess): readonly Setting[] {
  const config = loadConfig(access.input);
  const keys = readKeys(access);
  return options.map((option) => ({
    key: option.name,
    value: maskCredentials(valueIn(config, option)),
    source: sourceOf(option, access, keys),
  }));
}

const keyOf = (given: string) => given.replace(/^--/, '').replaceAll('-', '_');

export function parseSetting(given: string): Option {
  const name = keyOf(given);
  const option = options.find((one) => one.name === name);
  if (option !== undefined) return option;
  const allowed = options.map((one) => one.name);
  const [near] = nearest(name, allowed, 1);
  throw invalid(
    'unknown_config_key',
    `There is no setting ${JSON.stringify(given)}.`,
    near === undefined ? 'Run throughline config list to see all settings.' : `Did you mean ${near}?`,
    { fields: [{ field: given, problem: 'is not a known setting' }], allowed },
  );
}

export function parseKey(given: string): Option {
  const option = parseSetting(given);
  if (!isAllowedIn(option, 'file')) refuseUnknownNames('file', [option.name]);
  return option;
}

export const FILE_KEYS: readonly string[] = options
  .filter((option) => isAllowedIn(option, 'file'))
  .map(({ name }) => name);

const valuesOf = (option: Option): readonly string[] =>
  option.type === 'boolean' ? ['true', 'false'] : 'among' in option ? (option.among ?? []) : [];

export const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  options.map((option) => [option.name, valuesOf(option)] as const).filter(([, values]) => values.length > 0),
);

export const formatValue = (value: unknown): string => {
  if (value === undefined) return '(none)';
  const shown = maskCredentials(value);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
};
