import { segmentsOf } from './command.ts';

const MAX_OUTPUT = 20_000;
const SHORT = /^(?:[MADRCU][MADU ]|[ ][MADU]) (?:\S.* -> )?(\S.{0,199})$/gm;
const LONG = /^\s+(?:modified|new file|deleted|renamed|both modified):\s+(?:\S.* -> )?(\S.{0,199})$/gm;

/** The tracked files that a `git status` names as changed; null if the command shows no status. */
export function changedInStatus(command: string, output: string): readonly string[] | null {
  if (!segmentsOf(command).some((segment) => /^git status\b/.test(segment))) return null;
  const shown = output.slice(0, MAX_OUTPUT);
  return [
    ...new Set([SHORT, LONG].flatMap((shape) => [...shown.matchAll(shape)].map(([, path = '']) => path))),
  ];
}

const NAMES_PULL_REQUEST =
  /^gh pr (?:view|checkout|checks|edit|comment|merge|ready|review|diff)\s+(?:.*\s)?(\d{1,7})(?=\s|$)/;

/** The pull request that a command works on, with its repository if the command gives it. */
export function pullRequestNamed(command: string): string | null {
  for (const segment of segmentsOf(command)) {
    const number = NAMES_PULL_REQUEST.exec(segment)?.[1];
    if (number === undefined) continue;
    const repository = /\s(?:-R|--repo)[ =]([\w.-]+\/[\w.-]+)/.exec(segment)?.[1] ?? '';
    return `${repository}#${number}`;
  }
  return null;
}
