import type { HookFailure } from '../../domain/orientation/hook-failure.ts';
import { counted, type Finding, note } from './finding.ts';

const MAX_SHOWN = 5;

const spell = ({ at, client, event, workspace, code, message }: HookFailure): string => {
  const where = workspace === undefined ? '' : `, workspace ${workspace}`;
  return `${at} ${client} ${event}${where}: ${code}, ${message}`;
};

/** Those of all workspaces: the person who runs the doctor owns the home. Reports show only those of their own. */
export function judgeHookFailures(path: string, failures: readonly HookFailure[]): readonly Finding[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(-MAX_SHOWN);
  const which = shown.length < failures.length ? ` The last ${MAX_SHOWN}:` : '';
  const found = `${counted(failures.length, 'failure')} at the end of ${path}.${which} ${shown.map(spell).join(' ')}`;
  return [note('hook_log', found, `If they are no longer of interest, delete ${path}.`)];
}
