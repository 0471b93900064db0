import type { RecordType } from '../domain/record/record.ts';
import { stem } from './tokens.ts';

interface Names {
  /** Words that ask for the type itself: "what did we decide?". */
  readonly asking?: string;
  /** Other words for the type. They match beside other words and do not select the type. */
  readonly besides?: string;
}

const NAMES: Readonly<Partial<Record<RecordType, Names>>> = {
  decision: { asking: 'decide decision', besides: 'choice choose' },
  lesson: { asking: 'lesson learn' },
  constraint: { asking: 'constraint', besides: 'rule policy allow' },
  warning: { asking: 'warning' },
  preference: { asking: 'preference', besides: 'prefer user like style' },
  open_loop: { asking: 'open loop todo', besides: 'task pending' },
  checkpoint: { asking: 'checkpoint', besides: 'status' },
  next_session_focus: { asking: 'next focus' },
};

const typeByStem = new Map(
  Object.entries(NAMES).flatMap(([type, { asking = '' }]) =>
    asking.split(' ').map((name) => [stem(name), type as RecordType] as const),
  ),
);

export const typesNamed = (words: readonly string[]): readonly RecordType[] => [
  ...new Set(words.flatMap((word) => typeByStem.get(stem(word)) ?? [])),
];

const isPluralOfType = (word: string) => word.endsWith('s') && typesNamed([word]).length > 0;

/**
 * The types that a query asks for and nothing else: "what is still open?", "decisions". A single word in the singular
 * is an ordinary word.
 */
export function typesAsked(
  words: readonly string[],
  isKeywords: boolean,
  isGeneric: (word: string) => boolean,
): readonly RecordType[] {
  const isAboutTypes = words.every((word) => isGeneric(word) || typesNamed([word]).length > 0);
  return isAboutTypes && (!isKeywords || words.some(isPluralOfType)) ? typesNamed(words) : [];
}

/** All words for the type, for a query that names it beside other words. */
export function typeNames(type: RecordType | null): string {
  const { asking = '', besides = '' } = (type === null ? undefined : NAMES[type]) ?? {};
  return `${asking} ${besides}`.trim();
}
