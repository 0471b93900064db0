import { expect, it } from 'vitest';
import { backup } from '../../src/cli/commands/backup.ts';
import type { CommandContext } from '../../src/cli/define-command.ts';
import { createStyle } from '../../src/cli/terminal-text.ts';

it.each([
  ['/home/ana/store.db', 'throughline restore /home/ana/store.db'],
  ['/home/ana/my backups/store.db', "throughline restore '/home/ana/my backups/store.db'"],
  ["/home/ana's/store.db", "throughline restore '/home/ana'\\''s/store.db'"],
])('prints a command that a shell can run to restore %s', async (path, command) => {
  const summary = { sessionCount: 1, recordCount: 2 };
  const context = {
    style: createStyle(false),
    backups: async () => ({ make: () => ({ path, bytes: 1, summary }) }),
  } as unknown as CommandContext;
  const { lines } = await backup.parse({}, []).act(context);
  expect(lines.at(-1)).toBe(command);
});
