import { defineCommand } from '../define-command.ts';
import { quotedLines } from '../terminal-text.ts';

interface Options {
  readonly isOfProject: boolean;
  readonly isShown: boolean;
  readonly isPiped: boolean;
}

/** Without a terminal there is no editor to open. */
const onlyShows = (
  { isShown, isPiped }: Options,
  { isTerminal }: { readonly isTerminal: boolean },
): boolean => isShown || (!isPiped && !isTerminal);

export const identity = defineCommand({
  name: 'identity',
  summary: 'Open your own file: who you are and how you like to work. Every boot report ends with it.',
  effect: 'write',
  examples: [
    'throughline identity',
    'throughline identity --here',
    'throughline identity --show',
    'cat me.md | throughline identity -',
  ],
  positionals: [
    { name: '-', description: 'Take the text from standard input instead of the editor.', isOptional: true },
  ],
  flags: [
    { name: 'here', description: 'The one for this project only; it comes before the general one.' },
    { name: 'show', description: 'Print it and where it is; open nothing.' },
  ],
  parse: (flags, [word]): Options => ({
    isOfProject: flags.here !== undefined,
    isShown: flags.show !== undefined,
    isPiped: word === '-',
  }),
  isDryRun: onlyShows,
  async act(context, options) {
    const { isOfProject, isPiped } = options;
    const { services, caller, project, style } = context;
    const place = { project, isOfProject };
    const before = await services.ownIdentity(caller, place);
    if (onlyShows(options, context)) {
      const state = before.exists ? (before.is_filled_in ? '' : ' (not filled in yet)') : ' (not there yet)';
      return {
        lines: [
          `${style.bold(before.path)}${state}`,
          ...(before.exists ? ['', ...quotedLines(before.text)] : []),
        ],
        facts: before,
      };
    }
    const text = isPiped ? await context.readStdin() : await context.edit(before.text);
    if (text === before.text) return { lines: ['Nothing was changed.'], facts: before };
    const after = await services.ownIdentity(caller, { ...place, text });
    const note = after.is_filled_in ? '' : ' Nothing is filled in yet, so it counts as missing.';
    return { lines: [`${style.bold(after.path)} ${style.good('written')}.${note}`], facts: after };
  },
});
