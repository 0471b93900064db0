import { defineCommand } from '../define-command.ts';
import { joinWords, readTextOrStdin, STDIN_HELP, sessionFlag } from '../flags.ts';
import { storeText } from './remember.ts';

export const checkpoint = defineCommand({
  name: 'checkpoint',
  summary: 'Say where things stand, without ending the session.',
  effect: 'write',
  examples: [
    'throughline checkpoint "Parser done; next: the printer in src/print.ts"',
    'git diff --stat | throughline checkpoint -',
  ],
  positionals: [{ name: 'TEXT', description: `Where we are; ${STDIN_HELP}`, isRepeatable: true }],
  flags: [sessionFlag],
  parse: (flags, words) => ({ text: joinWords(words), session_id: flags.session?.[0] }),
  async act(context, { text, session_id }) {
    const content = await readTextOrStdin(text, context.readStdin);
    return storeText(context, { content, type: 'checkpoint', session_id, project: context.project }, false);
  },
});
