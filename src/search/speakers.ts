import { normalizeText } from '../domain/words.ts';

const LABEL = /^(\p{L}[\p{L}\p{N} .'’_-]{0,39}):\s/u;
const MIN_TURNS = 3;

/** What programs call the two sides of a chat; these are not names. */
const PEOPLE: ReadonlySet<string> = new Set(['user', 'human']);
const MACHINES: ReadonlySet<string> = new Set(['assistant', 'agent', 'ai', 'bot', 'model', 'system', 'tool']);
const isRole = (label: string): boolean => PEOPLE.has(label) || MACHINES.has(label);
const isMachine = (label: string): boolean => MACHINES.has(label);

/** In UTF-16 units, of which a letter has at most two. */
const MAX_LABEL = 80;

/** The speaker that a text names, as in `Mira: I close the door.` */
export const labelOf = (text: string): string | null => {
  const colon = text.indexOf(':');
  if (colon < 1 || colon > MAX_LABEL) return null;
  const label = LABEL.exec(text)?.[1];
  return label === undefined ? null : normalizeText(label);
};

export const withoutLabel = (text: string): string => text.replace(LABEL, '');

/** A name is not written in lower case inside a text; a topic is. */
const isWord = (label: string, texts: readonly string[]) => {
  const inside = ` ${label.split(' ')[0] ?? ''} `;
  return texts.some((text) => text.includes(inside));
};

const MIN_LABELED_SHARE = 0.75;

/**
 * The threads that are conversations: most texts are labeled and at least two labels alternate. A label that only heads
 * notes (`Auth: …`, `Fixed: …`) is not a speaker.
 */
export function conversations(
  docs: readonly { readonly thread: string | null; readonly label: string | null; readonly text: string }[],
): ReadonlySet<string> {
  const texts = docs.map(({ text }) => text);
  const labels = new Set(docs.flatMap(({ label }) => label ?? []));
  const speakers = new Set([...labels].filter((label) => isRole(label) || !isWord(label, texts)));
  const threads = new Map<string, { total: number; turns: Map<string, number> }>();
  for (const { thread, label } of docs) {
    if (thread === null) continue;
    const known = threads.get(thread) ?? { total: 0, turns: new Map<string, number>() };
    known.total += 1;
    if (label !== null && speakers.has(label)) known.turns.set(label, (known.turns.get(label) ?? 0) + 1);
    threads.set(thread, known);
  }
  const isConversation = ({ total, turns }: { total: number; turns: ReadonlyMap<string, number> }) => {
    const labeled = [...turns.values()].reduce((sum, count) => sum + count, 0);
    return (
      turns.size >= 2 &&
      labeled >= MIN_TURNS &&
      labeled >= turns.size * 1.5 &&
      labeled >= total * MIN_LABELED_SHARE
    );
  };
  return new Set([...threads].filter(([, one]) => isConversation(one)).map(([thread]) => thread));
}

export function namedSpeakers(words: readonly string[], speakers: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Set(words);
  return new Set(
    [...speakers].filter((speaker) => known.has(speaker) || known.has(speaker.split(' ')[0] ?? '')),
  );
}

interface Spoken {
  readonly thread: string | null;
  readonly text: string;
  readonly speaker: string | null;
}

/** Who speaks in which text, and which speakers a query names. */
export interface Speakers {
  /** The words of the names that the query contains. */
  readonly named: ReadonlySet<string>;
  readonly isConversation: (text: Spoken) => boolean;
  /** Whether the text is by a named speaker; null if the query names none or nobody speaks. */
  readonly isBySpeaker: (text: Spoken) => boolean | null;
  readonly isByMachine: (text: Spoken) => boolean;
  /** Whether the text is from a chat with an assistant. */
  readonly isWithMachine: (text: Spoken) => boolean;
}

export function detectSpeakers(words: readonly string[], texts: readonly Spoken[]): Speakers {
  const labels = new Map(texts.map((one) => [one, one.speaker ?? labelOf(one.text)]));
  const labelIn = (text: Spoken) => labels.get(text) ?? null;
  const threads = conversations(
    texts.flatMap((one) =>
      one.speaker === null ? [{ thread: one.thread, text: one.text, label: labelIn(one) }] : [],
    ),
  );
  const isConversation = ({ thread, speaker }: Spoken) =>
    speaker !== null || (thread !== null && threads.has(thread));
  const people = new Set(
    texts.flatMap((one) => {
      const label = labelIn(one);
      return label !== null && isConversation(one) && !isRole(label) ? [label] : [];
    }),
  );
  const named = namedSpeakers(words, people);
  const isByMachine = (text: Spoken) => isConversation(text) && isMachine(labelIn(text) ?? '');
  const withMachine = new Set(texts.filter(isByMachine).map(({ thread }) => thread));
  return {
    named: new Set([...named].flatMap((name) => name.split(' '))),
    isConversation,
    isBySpeaker: (text) => {
      const label = labelIn(text);
      return named.size === 0 || label === null || !isConversation(text) ? null : named.has(label);
    },
    isByMachine,
    isWithMachine: ({ thread }) => thread !== null && withMachine.has(thread),
  };
}

const SAID =
  'suggested|recommended|advised|proposed|explained|said|answered|told|mentioned|described|listed|gave|given|provided|showed|wrote|outlined';
const ASKS_FOR_REPLY = new RegExp(
  String.raw`\b(?:(?:did|have|had) you|you(?:['’]ve| have| had)? (?:(?:previously|already|just|also|once|earlier) )?(?:${SAID})|your (?:earlier |previous |last |first )?(?:suggest|recommend|advi[cs]e|answer|explan|propos|repl|respons)\w*|(?:was|were|been|got) (?:${SAID})|(?:assistant|agent|model|tool|command) (?:${SAID}|output|repl|answer)\w*|summar(?:y|ies|i[sz]\w+)|recap|overview)\b`,
  'i',
);

/** Whether a question is about what the assistant said; otherwise it is about what people said. */
export const asksForReply = (question: string): boolean => ASKS_FOR_REPLY.test(question);
