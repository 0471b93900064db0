import { type CamelCase, toCamelCase } from '../lib/key-case.ts';

export type Place = 'flag' | 'environment' | 'file';

interface AnyOption {
  /** The key in config.json; flag, environment variable and property are spelled from it. */
  readonly name: string;
  readonly description: string;
  /** Everywhere by default. */
  readonly places?: readonly Place[];
}

export interface PathOption extends AnyOption {
  readonly type: 'path';
  /** May begin with `~` or `<home>`. */
  readonly default: string;
  /** An empty environment variable is an error instead of "not set". */
  readonly isEmptyRefused?: true;
  /** It may also be the URL of a store. */
  readonly isStore?: true;
  /** Below `<home>` the default is in the folder of the workspace. */
  readonly isPerWorkspace?: true;
}

export interface TextOption extends AnyOption {
  readonly type: 'text';
  readonly default: string | undefined;
  readonly maxLength: number;
  readonly among?: readonly string[];
  readonly format?: { readonly matches: RegExp; readonly words: string };
}

export interface BooleanOption extends AnyOption {
  readonly type: 'boolean';
  readonly default: boolean;
}

export interface NumberOption extends AnyOption {
  readonly type: 'number';
  readonly default: number;
  readonly isWhole?: true;
  /** The lowest value allowed, or with `above` the highest that is not. */
  readonly min?: number;
  readonly above?: number;
  readonly max: number;
}

export interface ListOption extends AnyOption {
  readonly type: 'list';
  readonly of: 'word' | 'path' | 'pattern';
  readonly default: readonly string[];
  readonly among?: readonly string[];
}

export type Option = PathOption | TextOption | BooleanOption | NumberOption | ListOption;
export type Value = string | number | boolean | readonly string[] | undefined;

type ValueOf<O extends Option> = O extends BooleanOption
  ? boolean
  : O extends NumberOption
    ? number
    : O extends ListOption
      ? readonly (O extends { among: readonly (infer Word)[] } ? Word : string)[]
      : O extends { among: readonly (infer Word)[] }
        ? Word
        : O extends { default: undefined }
          ? string | undefined
          : string;

export type ConfigOf<Options extends readonly Option[]> = {
  readonly [O in Options[number] as CamelCase<O['name']>]: ValueOf<O>;
};

export const ENVIRONMENT_PREFIX = 'THROUGHLINE_';

export const environmentName = ({ name }: Option): string => ENVIRONMENT_PREFIX + name.toUpperCase();
export const flagName = ({ name }: Option): string => name.replaceAll('_', '-');
export const propertyName = ({ name }: Option): string => toCamelCase(name);
export const isAllowedIn = ({ places }: Option, place: Place): boolean => places?.includes(place) ?? true;

export function describeBounds(option: Option): string {
  switch (option.type) {
    case 'path':
      return 'a path';
    case 'boolean':
      return 'true or false (also 1, 0, yes, no)';
    case 'number':
      return describeRange(option);
    case 'text':
      if (option.among !== undefined) return option.among.join(' or ');
      return option.format?.words ?? `text of 1 to ${option.maxLength} characters`;
    case 'list':
      switch (option.of) {
        case 'word':
          return `one or more of ${option.among?.join(', ')}, separated by commas`;
        case 'path':
          return "absolute paths, separated by the platform's path delimiter";
        case 'pattern':
          return 'regular expressions, one per line';
      }
  }
}

function describeRange({ isWhole, min, above, max }: NumberOption): string {
  const what = isWhole ? 'a whole number' : 'a number';
  return above === undefined ? `${what} from ${min} to ${max}` : `${what} above ${above} and at most ${max}`;
}

export function describeDefault(option: Option): string {
  const value = option.type === 'list' ? option.default.join(',') : option.default;
  return value === undefined || value === '' ? 'none' : String(value);
}

export const describeOption = (option: Option) => ({
  name: option.name,
  type: option.type,
  bounds: describeBounds(option),
  allowed: 'among' in option ? option.among : undefined,
  default: describeDefault(option),
  description: option.description,
  flag: isAllowedIn(option, 'flag') ? `--${flagName(option)}` : undefined,
  env: isAllowedIn(option, 'environment') ? environmentName(option) : undefined,
  key: isAllowedIn(option, 'file') ? option.name : undefined,
});

/** Up to the last `@` of the line, because an unencoded password may contain any character. A port is no password. */
const CREDENTIALS = /(?<=[a-z\d+.-]:\/\/)(?:[^\s/?#@:]*:(?!\d+[/?#]).*|[^\s/?#]*)@/gi;

const maskText = (text: string): string => text.replace(CREDENTIALS, '***@');

export function maskCredentials<Value>(value: Value): Value;
export function maskCredentials(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map((item) => maskCredentials(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskText(key), maskCredentials(item)]),
  );
}
