const NOTES = /^(?:[\d,]+ events? (?:is|are) not told here\.|1: )/;

/** What is read aloud: all but the notes. */
export function proseIn(text: string): string {
  const blocks = text.split('\n\n');
  return (NOTES.test(blocks.at(-1) ?? '') ? blocks.slice(0, -1) : blocks).join('\n\n');
}

export interface Marked {
  readonly number: number;
  readonly events: readonly string[];
}

/** The marks of the prose in their order, with the events that the notes give for them. */
export function markedSentences(text: string): readonly Marked[] {
  const prose = proseIn(text);
  const notes = new Map(
    [...text.slice(prose.length).matchAll(/^(\d+): (.*)$/gm)].map(([, number, ids]) => [
      Number(number),
      (ids ?? '').split(', '),
    ]),
  );
  const bare = prose.replace(/“[^“”]*”/g, '“”');
  return [...bare.matchAll(/ \[(\d+)\]/g)].map(([, number]) => ({
    number: Number(number),
    events: notes.get(Number(number)) ?? [],
  }));
}
