import { invalid } from '../../domain/error.ts';
import { worktreeOf } from '../../domain/project/project.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { loadWith, readKeys, writeKeys } from '../settings.ts';

export async function switchOff({ anchor, settings, style }: CommandContext, isOff: boolean) {
  if (anchor === null) {
    throw invalid(
      'project_required',
      'This folder is not a project.',
      'Run the command inside the repository or folder of the project.',
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
  return {
    lines: [
      `Throughline is ${isChanged ? '' : 'already '}${isOff ? 'off' : 'on'} in ${style.bold(escapeInline(worktreeOf(anchor)))}.`,
      ...(isOff
        ? [
            'Hooks skip this project, agents cannot read or write it, and commands store nothing.',
            'Stored data is kept. You can still read, export and delete it. To switch it on again, run throughline on.',
          ]
        : []),
    ],
    facts: { path: anchor, is_off: isOff, is_changed: isChanged, config: settings.path },
  };
}

export const off = defineCommand({
  name: 'off',
  summary: 'Switch Throughline off for this project. Agents cannot read or write it, and nothing is stored.',
  // It writes config.json, not the store.
  effect: 'read',
  examples: ['throughline off'],
  act: (context) => switchOff(context, true),
});

export const on = defineCommand({
  name: 'on',
  summary: 'Switch Throughline on again for this project.',
  effect: 'read',
  examples: ['throughline on'],
  act: (context) => switchOff(context, false),
});
