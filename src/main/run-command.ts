import type { Caller } from '../app/world.ts';
import { COMMANDS } from '../cli/commands/index.ts';
import type { CommandLine } from '../cli/parse-command-line.ts';
import type { Config } from '../config/schema.ts';
import { denied } from '../domain/error.ts';
import { compose } from './compose.ts';
import type { Machine } from './machine.ts';

const callerOf = ({ env, cwd }: Machine): Caller => ({
  door: 'cli',
  folder: env.CLAUDE_PROJECT_DIR || cwd,
  client: 'cli',
  clientSessionId: env.CLAUDE_CODE_SESSION_ID || null,
  connection: null,
});

/** Runs one command against the store and prints its answer. */
export async function runCommand(line: CommandLine, config: Config, machine: Machine): Promise<void> {
  const command = COMMANDS.find(({ name }) => name === line.command.name);
  if (command === undefined) throw new Error(`${line.command.name} is not run here`);
  if (config.readOnly && command.effect === 'write') {
    throw denied(
      'read_only',
      `throughline ${command.name} writes, and --read-only is set.`,
      'Run it without --read-only.',
    );
  }
  const options = command.parse(line.flags);
  const app = compose(config, machine.homeDir, command.effect === 'read');
  try {
    const { lines, facts } = await command.act(
      {
        services: app.services,
        caller: callerOf(machine),
        project: config.project,
        width: machine.width,
        readStdin: machine.readStdin,
      },
      options,
    );
    if (line.isJson) machine.print(JSON.stringify(facts, null, 2));
    else for (const text of lines) machine.print(text);
  } finally {
    await app.close();
  }
}
