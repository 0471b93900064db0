import type { RecordType } from '../domain/record/record.ts';
import { stem } from './stem.ts';

/** What people call it: "what did we decide about tokens", "open tasks of the gateway". Found by its own words, never by these. */
const NAMES: Readonly<Partial<Record<RecordType, string>>> = {
  decision: 'decide decision choice choose',
  lesson: 'lesson learn',
  constraint: 'constraint rule policy allow',
  warning: 'warning',
  preference: 'preference prefer user like style',
  open_loop: 'open loop task todo pending',
  checkpoint: 'checkpoint status',
  next_session_focus: 'next focus',
};

const typeByStem = new Map(
  Object.entries(NAMES).flatMap(([type, names]) =>
    names.split(' ').map((name) => [stem(name), type as RecordType] as const),
  ),
);

/** Types that words of a question call by their name. */
export const typesNamed = (words: readonly string[]): readonly RecordType[] => [
  ...new Set(words.flatMap((word) => typeByStem.get(stem(word)) ?? [])),
];

const isPlural = (word: string) => word.endsWith('s') && !word.endsWith('ss') && stem(word) !== word;

/**
 * Types that a question asks for and nothing else: "what is still open?", "decisions". A single word in the singular is a
 * word like any other.
 */
export const typesAsked = (
  telling: readonly string[],
  isKeywords: boolean,
  isGeneric: (word: string) => boolean,
): readonly RecordType[] => {
  if (telling.length === 0 || !telling.every((word) => isGeneric(word) || typesNamed([word]).length > 0))
    return [];
  return typesNamed(
    isKeywords && !telling.some((word) => isPlural(word) && typesNamed([word]).length > 0) ? [] : telling,
  );
};

export const typeNames = (type: RecordType | null): string => (type === null ? '' : (NAMES[type] ?? ''));
