import { sessionFlag } from '../common-flags.ts';
import { defineCommand } from '../define-command.ts';
import { FROM_STDIN, joinWords, readOr } from '../read-words.ts';
import { storeText } from '../store-text.ts';

export const checkpoint = defineCommand({
  name: 'checkpoint',
  summary: 'Say where things stand, without ending the session.',
  effect: 'write',
  examples: [
    'throughline checkpoint "Parser done; next: the printer in src/print.ts"',
    'git diff --stat | throughline checkpoint -',
  ],
  positionals: [{ name: 'TEXT', description: `Where we are; ${FROM_STDIN}`, isRepeatable: true }],
  flags: [sessionFlag],
  parse: (flags, words) => ({ text: joinWords(words), session_id: flags.session?.[0] }),
  async act(context, { text, session_id }) {
    const content = await readOr(text, context.readStdin);
    return storeText(context, { content, type: 'checkpoint', session_id, project: context.project }, false);
  },
});
