import { defineCommand } from '../define-command.ts';
import { readTextOrStdin, STDIN_HELP, sessionFlag } from '../flags.ts';
import { storeText } from './remember.ts';

export const checkpoint = defineCommand({
  name: 'checkpoint',
  summary: 'Store where the work stands, without ending the session.',
  effect: 'write',
  examples: [
    'throughline checkpoint "Parser done; next: the printer in src/print.ts"',
    'git diff --stat | throughline checkpoint -',
  ],
  positionals: [{ name: 'TEXT', description: `Where the work stands. ${STDIN_HELP}`, isRepeatable: true }],
  flags: { session: sessionFlag },
  async act(context, { session: session_id, words }) {
    const content = await readTextOrStdin(words, context);
    return storeText(context, { content, type: 'checkpoint', session_id, project: context.project }, false);
  },
});
