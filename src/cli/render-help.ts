import { describeOptions } from '../config/describe-options.ts';
import { COMMANDS, SERVING_COMMANDS } from './commands/index.ts';
import type { FlagSpec, ServingCommand } from './define-command.ts';

const HELP_COMMAND: ServingCommand = {
  name: 'help',
  summary: 'Show this, or the help of one command.',
  effect: 'read',
  examples: ['throughline help end'],
  flags: [],
};

export const ALL_COMMANDS: readonly ServingCommand[] = [...SERVING_COMMANDS, ...COMMANDS, HELP_COMMAND];

const columns = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const flagRow = ({ name, value, description }: FlagSpec): [string, string] => [
  value === undefined ? `--${name}` : `--${name} ${value}`,
  description,
];

const optionRows = (): [string, string][] =>
  describeOptions().flatMap((option): [string, string][] =>
    option.flag === undefined
      ? []
      : [
          [
            option.type === 'boolean' ? option.flag : `${option.flag} ${option.type.toUpperCase()}`,
            `${option.description} Default: ${option.default}.`,
          ],
        ],
  );

export function renderHelp(version: string): string {
  return [
    `throughline ${version}: keeps the line that runs through the sessions of AI agents.`,
    '',
    'Usage: throughline COMMAND [FLAGS]',
    '',
    'Commands:',
    ...columns(ALL_COMMANDS.map(({ name, summary }): [string, string] => [name, summary])),
    '',
    'Flags of every command (also as THROUGHLINE_… in the environment, or in config.json in the home folder):',
    ...columns([
      ...optionRows(),
      ['--json', 'Answer as JSON.'],
      ['--help', 'Show the help of a command.'],
      ['--version', 'Show the version.'],
    ]),
    '',
    'Examples:',
    ...ALL_COMMANDS.map(({ examples }) => `  ${examples[0]}`),
  ].join('\n');
}

export function renderCommandHelp(command: ServingCommand): string {
  return [
    `throughline ${command.name}: ${command.summary}`,
    '',
    `Usage: throughline ${command.name}${command.flags.length > 0 ? ' [FLAGS]' : ''}`,
    ...(command.flags.length > 0 ? ['', 'Flags:', ...columns(command.flags.map(flagRow))] : []),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
    '',
    'throughline help shows the flags of every command.',
  ].join('\n');
}
