import { foldText } from '../domain/words/fold.ts';

const LABEL = /^(\p{L}[\p{L}\p{N} .'’_-]{0,39}):\s/u;
const FEWEST_TURNS = 3;

/** Who a text says is speaking, as in `Mira: I close the door.` */
export const labelOf = (text: string): string | null => {
  const label = LABEL.exec(text)?.[1];
  return label === undefined ? null : foldText(label);
};

/** What is said, without who says it. */
export const withoutLabel = (text: string): string => text.replace(LABEL, '');

/**
 * In which lines of records people talk: at least two labels take turns there. A label that only heads
 * notes (`Auth: …`) is no speaker.
 */
export function conversations(
  labelled: readonly { readonly line: string; readonly label: string }[],
): ReadonlySet<string> {
  const turns = new Map<string, Map<string, number>>();
  for (const { line, label } of labelled) {
    const counts = turns.get(line) ?? new Map<string, number>();
    turns.set(line, counts.set(label, (counts.get(label) ?? 0) + 1));
  }
  const isTalk = (counts: ReadonlyMap<string, number>) => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return counts.size >= 2 && total >= FEWEST_TURNS && total >= counts.size * 1.5;
  };
  return new Set([...turns].filter(([, counts]) => isTalk(counts)).map(([line]) => line));
}

const PERSON = new Set(['user', 'human', 'person', 'me']);

/** Which of the speakers a question names; by "I" and "my" it means the person at the keyboard. */
export function namedSpeakers(
  words: readonly string[],
  isOfPerson: boolean,
  speakers: ReadonlySet<string>,
): ReadonlySet<string> {
  const said = new Set(words);
  return new Set(
    [...speakers].filter(
      (speaker) =>
        said.has(speaker) || said.has(speaker.split(' ')[0] ?? '') || (isOfPerson && PERSON.has(speaker)),
    ),
  );
}
