import { bashCompletion, completionNodes, fishCompletion, zshCompletion } from '../completion-scripts.ts';
import { defineCommand } from '../define-command.ts';
import { parseChoice } from '../flags.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const WRITERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export const completion = defineCommand({
  name: 'completion',
  summary: 'Print a shell completion script.',
  effect: 'read',
  examples: [
    'source <(throughline completion bash)',
    'source <(throughline completion zsh)',
    'throughline completion fish | source',
  ],
  positionals: [{ name: 'SHELL', description: 'bash, zsh or fish.', choices: SHELLS }],
  parse: (_, [shell = '']) => ({ shell: parseChoice('SHELL', shell, SHELLS) }),
  async act({ commands, globalFlags }, { shell }) {
    const script = WRITERS[shell](completionNodes(commands, globalFlags));
    return { lines: [script], facts: { shell, script } };
  },
});
