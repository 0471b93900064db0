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

/** A name is not written small in the middle of a text; a topic is. */
const isWord = (label: string, texts: readonly string[]) => {
  const inside = ` ${label.split(' ')[0] ?? ''} `;
  return texts.some((text) => text.includes(inside));
};

const MOSTLY = 0.75;

/**
 * In which lines of records people talk: most of it is labelled, and at least two labels take turns. A label that only heads
 * notes (`Auth: …`, `Fixed: …`) is no speaker.
 */
export function conversations(
  docs: readonly { readonly line: string | null; readonly label: string | null; readonly text: string }[],
): ReadonlySet<string> {
  const texts = docs.map(({ text }) => text);
  const labels = new Set(docs.flatMap(({ label }) => label ?? []));
  const speakers = new Set([...labels].filter((label) => !isWord(label, texts)));
  const lines = new Map<string, { total: number; turns: Map<string, number> }>();
  for (const { line, label } of docs) {
    if (line === null) continue;
    const known = lines.get(line) ?? { total: 0, turns: new Map<string, number>() };
    known.total += 1;
    if (label !== null && speakers.has(label)) known.turns.set(label, (known.turns.get(label) ?? 0) + 1);
    lines.set(line, known);
  }
  const isTalk = ({ total, turns }: { total: number; turns: ReadonlyMap<string, number> }) => {
    const spoken = [...turns.values()].reduce((sum, count) => sum + count, 0);
    return (
      turns.size >= 2 && spoken >= FEWEST_TURNS && spoken >= turns.size * 1.5 && spoken >= total * MOSTLY
    );
  };
  return new Set([...lines].filter(([, one]) => isTalk(one)).map(([line]) => line));
}

/** Which of the speakers a question names. */
export function namedSpeakers(words: readonly string[], speakers: ReadonlySet<string>): ReadonlySet<string> {
  const said = new Set(words);
  return new Set(
    [...speakers].filter((speaker) => said.has(speaker) || said.has(speaker.split(' ')[0] ?? '')),
  );
}
