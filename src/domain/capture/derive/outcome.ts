import { clipLine, quoted } from '../clip.ts';

const MAX_OUTCOME = 140;

const firstSentence = (text: string): string =>
  /^(?:[\s\S]{20,}?[.!?](?=\s)|[\s\S]*?[。！？]|[\s\S]*$)/.exec(text.trim())?.[0] ?? '';

/** The lines of a derived checkpoint that tell how its session came out, the most telling first. */
const OUTCOMES: readonly (readonly [line: RegExp, render: (found: string) => string])[] = [
  [
    /^Committed[^:]*: (?:.*, )?([0-9a-f]* ?".*" \([^)]*\))\.(?: Every file that was written is committed\.)?$(?!\nCommitted)/m,
    (commit) => `committed ${commit}`,
  ],
  [/^Not committed[^:]*: (.*)\.$/m, (files) => `changed without a commit: ${files}`],
  [/^Pull request: (\S+)$/m, (url) => `pull request ${url}`],
  [/^The agent's last message[^\n]*:\n {2}(.+)$/m, (said) => quoted(firstSentence(said), MAX_OUTCOME)],
  [
    /^What the agent said while it worked[^\n]*\n- (.+)$/m,
    (said) => quoted(firstSentence(said), MAX_OUTCOME),
  ],
];
/** Its own line is the last one; the others, and what is above them, are of earlier sessions. */
const ADDED = /(?:^|\n)Then a (?:short session|session without changes)[^:\n]*: ([^\n]*)$/;
const ANSWERED = / The agent: (".*")$/;
const UNFINISHED = /^Not reported as finished: /m;

/** How a session came out, in a few words of its checkpoint; '' if the checkpoint does not tell. */
export function outcomeOf(checkpoint: string, isDerived: boolean): string {
  if (!isDerived) return quoted(firstSentence(checkpoint), MAX_OUTCOME);
  const [, added] = ADDED.exec(checkpoint) ?? [];
  if (added !== undefined) return clipLine(ANSWERED.exec(added)?.[1] ?? '', MAX_OUTCOME);
  const found = OUTCOMES.flatMap(([line, render]) => {
    const [, told] = line.exec(checkpoint) ?? [];
    return told === undefined ? [] : [render(told)];
  });
  const parts = [UNFINISHED.test(checkpoint) ? 'not reported as finished' : '', found[0] ?? ''];
  return clipLine(parts.filter((part) => part !== '').join(', '), MAX_OUTCOME);
}
