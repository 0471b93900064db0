import { bashCompletion } from '../completion/bash.ts';
import { completionNodes } from '../completion/completion-data.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { defineCommand } from '../define-command.ts';
import { parseChoice } from '../parse-choice.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const WRITERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export const completion = defineCommand({
  name: 'completion',
  summary: 'Print the completion script of a shell.',
  effect: 'read',
  examples: [
    'source <(throughline completion bash)',
    'source <(throughline completion zsh)',
    'throughline completion fish | source',
  ],
  positionals: [{ name: 'SHELL', description: 'bash, zsh or fish.', choices: SHELLS }],
  flags: [],
  parse: (_, [shell]) => ({ shell: parseChoice('SHELL', shell, SHELLS) ?? 'bash' }),
  async act({ commands, sharedFlags }, { shell }) {
    const script = WRITERS[shell](completionNodes(commands, sharedFlags));
    return { lines: [script], facts: { shell, script } };
  },
});
