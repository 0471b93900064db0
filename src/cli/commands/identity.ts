import { defineCommand } from '../define-command.ts';
import { switchFlag } from '../flags.ts';
import { quotedLines } from '../terminal-text.ts';

/** Without a terminal there is no editor to open. */
const onlyShows = (
  { show, words }: { readonly show: boolean; readonly words: readonly string[] },
  { isTerminal }: { readonly isTerminal: boolean },
): boolean => show || (words[0] !== '-' && !isTerminal);

export const identity = defineCommand({
  name: 'identity',
  summary: 'Edit your identity file: who you are and how you like to work. Every boot report ends with it.',
  effect: 'write',
  examples: [
    'throughline identity',
    'throughline identity --here',
    'throughline identity --show',
    'cat me.md | throughline identity -',
  ],
  positionals: [
    {
      name: '-',
      description: 'Read the text from standard input instead of opening the editor.',
      isOptional: true,
    },
  ],
  flags: {
    here: switchFlag('Use the identity file of this project. Reports show it before the general one.'),
    show: switchFlag('Print the file and its path without opening an editor.'),
  },
  isDryRun: (options, context) => onlyShows(options, context),
  async act(context, options) {
    const { services, caller, project, style } = context;
    const place = { project, isOfProject: options.here };
    const before = await services.ownIdentity(caller, place);
    if (onlyShows(options, context)) {
      const state = before.exists
        ? before.is_filled_in
          ? ''
          : ' (not filled in yet)'
        : ' (does not exist yet)';
      return {
        lines: [
          `${style.bold(before.path)}${state}`,
          ...(before.exists ? ['', ...quotedLines(before.text)] : []),
        ],
        facts: before,
      };
    }
    const text =
      options.words[0] === '-'
        ? await context.readStdin()
        : await context.edit(before.text, 'cat FILE | throughline identity -');
    if (text === before.text) return { lines: ['Nothing was changed.'], facts: before };
    const after = await services.ownIdentity(caller, { ...place, text });
    const note = after.is_filled_in ? '' : ' The template is not filled in yet, so reports do not show it.';
    return { lines: [`${style.bold(after.path)} ${style.good('written')}.${note}`], facts: after };
  },
});
