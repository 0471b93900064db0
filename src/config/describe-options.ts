import { describeBounds, describeDefault } from './describe-bounds.ts';
import { environmentName, flagName, isAllowedIn, type Option } from './option.ts';
import { options } from './schema.ts';

/** One row of the help and of the reference; a place that is missing does not take the option. */
export interface OptionRow {
  readonly name: string;
  readonly type: Option['type'];
  /** What a value may be, in words that follow "must be". */
  readonly bounds: string;
  readonly allowed: readonly string[] | undefined;
  readonly default: string;
  readonly description: string;
  readonly flag: string | undefined;
  readonly env: string | undefined;
  readonly key: string | undefined;
}

export const describeOptions = (): OptionRow[] => options.map(describeOption);

function describeOption(option: Option): OptionRow {
  return {
    name: option.name,
    type: option.type,
    bounds: describeBounds(option),
    allowed: 'among' in option ? option.among : undefined,
    default: describeDefault(option),
    description: option.description,
    flag: isAllowedIn(option, 'flag') ? `--${flagName(option)}` : undefined,
    env: isAllowedIn(option, 'environment') ? environmentName(option) : undefined,
    key: isAllowedIn(option, 'file') ? option.name : undefined,
  };
}
