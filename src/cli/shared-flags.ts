import { describeOptions } from '../config/describe-options.ts';
import type { FlagSpec } from './define-command.ts';

export const COMMON_FLAGS: readonly FlagSpec[] = [
  { name: 'json', description: 'Answer as JSON.' },
  { name: 'no-color', description: 'No colours; NO_COLOR in the environment does the same.' },
  { name: 'help', description: 'Show the help of a command; -h for short.' },
];

/** Flags that belong to the configuration. */
export const configFlags = (): FlagSpec[] =>
  describeOptions().flatMap(({ flag, type, allowed, description, default: preset }) => {
    if (flag === undefined) return [];
    const spec = { name: flag.slice(2), description: `${description} Default: ${preset}.` };
    if (type === 'boolean') return [spec];
    return [{ ...spec, value: type.toUpperCase(), ...(allowed === undefined ? {} : { choices: allowed }) }];
  });

/** The flags that every command takes. */
export const sharedFlags = (): readonly FlagSpec[] => [...COMMON_FLAGS, ...configFlags()];
