import { invalid } from '../../domain/error.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import { loadWith, readKeys, writeKeys } from '../settings.ts';

/** Adds this project to the list `off` in config.json, or removes it. */
export async function switchOff(
  { anchor, settings, style }: CommandContext,
  isOff: boolean,
): Promise<CommandOutput> {
  if (anchor === null) {
    throw invalid(
      'project_required',
      'This folder is no project.',
      'Run it inside the repository or folder that is meant.',
    );
  }
  const keys = new Map(readKeys(settings));
  const before = loadWith(settings, keys).off;
  const after = isOff ? [...new Set([...before, anchor])] : before.filter((path) => path !== anchor);
  const isChanged = after.length !== before.length;
  if (isChanged) {
    if (after.length === 0) keys.delete('off');
    else keys.set('off', after);
    await writeKeys(settings, keys);
  }
  const state = isOff
    ? 'off: hooks skip it, agents can neither read nor write it, and commands store nothing'
    : 'on';
  return {
    lines: [
      `${style.bold(escapeInline(anchor))} is ${isChanged ? '' : 'already '}${state}.`,
      ...(isOff
        ? [
            'What is stored stays. You can still read, export and delete it here; nothing is added until you run throughline on.',
          ]
        : []),
    ],
    facts: { path: anchor, is_off: isOff, is_changed: isChanged, config: settings.path },
  };
}

export const off = defineCommand({
  name: 'off',
  summary:
    'Switch Throughline off for this project: hooks skip it, agents can neither read nor write it, and commands store nothing.',
  // It writes config.json, not the store.
  effect: 'read',
  examples: ['throughline off'],
  act: (context) => switchOff(context, true),
});
