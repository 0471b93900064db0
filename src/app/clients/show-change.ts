import type { Diff, DiffLine } from '../ports/diff.ts';
import type { Redactor } from '../ports/redactor.ts';
import type { SettingsChange } from './settings-change.ts';

/** What would change, line by line. Settings hold other people's keys and tokens: those are not shown. */
export async function showChange(
  diff: Diff,
  redactor: Redactor,
  { part, before, after }: SettingsChange,
): Promise<readonly DiffLine[]> {
  const nowhere = '(no file)';
  const lines = diff(before ?? '', after ?? '');
  const clean = await redactor.redact(lines.map(({ text }) => text));
  return [
    { kind: 'place', text: `--- ${before === null ? nowhere : part.path}` },
    { kind: 'place', text: `+++ ${after === null ? nowhere : part.path}` },
    ...lines.map(({ kind, text }, index) => ({ kind, text: clean[index]?.text ?? text })),
  ];
}
