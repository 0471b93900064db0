import { counted, error, type Finding, ok } from './finding.ts';

/** What config.json says, and what is wrong in it. */
export interface ConfigFacts {
  readonly path: string;
  readonly keyCount: number;
  readonly problems: readonly {
    readonly line: number | undefined;
    readonly message: string;
    readonly hint: string;
  }[];
}

export function judgeConfig({ path, keyCount, problems }: ConfigFacts): readonly Finding[] {
  if (problems.length === 0) return [ok('config', `${counted(keyCount, 'setting')} in ${path}.`)];
  return problems.map(({ line, message, hint }) =>
    error(
      'config',
      `${line === undefined ? '' : `${path}, line ${line}: `}${message} Until it is right no session can start, and nothing is repaired.`,
      hint,
    ),
  );
}
