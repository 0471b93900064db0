import type { DriftCommit } from './drift-facts.ts';
import type { Entry } from './section.ts';
import { shorten } from './shorten.ts';
import { onOneLine } from './wording.ts';

const SUBJECT_CAP = 100;

/** Our line, then as many commits as there is room for, each behind ">": their subjects are somebody's words. */
export function commitsEntry(line: string, commits: readonly DriftCommit[]): Entry {
  const lines = commits.map(quoted);
  const texts = [line, ...lines.map((_, index) => line + lines.slice(0, index + 1).join(''))];
  return {
    label: line.replace(/^- /, '').slice(0, 60),
    length: texts.at(-1)?.length ?? 0,
    render(cap) {
      const text = texts.findLast((each) => each.length <= cap) ?? line;
      return { text, kept: text.length, isShortened: text !== texts.at(-1) };
    },
  };
}

function quoted({ hash, subject }: DriftCommit): string {
  const line = onOneLine(subject);
  const { text, omitted } = shorten(line, line.length, SUBJECT_CAP);
  return `\n  > ${hash} ${text}${omitted > 0 ? '…' : ''}`;
}
