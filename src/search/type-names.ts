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
};

/** Words that ask for a type rather than for what is in it. */
const ASKING: Readonly<Partial<Record<RecordType, string>>> = {
  decision: 'decide decision',
  lesson: 'lesson learn',
  constraint: 'constraint',
  warning: 'warning',
  preference: 'preference',
  open_loop: 'open loop todo',
  checkpoint: 'checkpoint',
  next_session_focus: 'next focus',
};

const typeByStem = new Map(
  Object.entries(ASKING).flatMap(([type, names]) =>
    names.split(' ').map((name) => [stem(name), type as RecordType] as const),
  ),
);

/** Types that words of a question ask for. */
export const typesNamed = (words: readonly string[]): readonly RecordType[] => [
  ...new Set(words.flatMap((word) => typeByStem.get(stem(word)) ?? [])),
];

const isPluralOfType = (word: string) => word.endsWith('s') && typesNamed([word]).length > 0;

/**
 * Types that a question asks for and nothing else: "what is still open?", "decisions". A single word in the singular is a
 * word like any other.
 */
export function typesAsked(
  telling: readonly string[],
  isKeywords: boolean,
  isGeneric: (word: string) => boolean,
): readonly RecordType[] {
  const isAboutTypes = telling.every((word) => isGeneric(word) || typesNamed([word]).length > 0);
  return isAboutTypes && (!isKeywords || telling.some(isPluralOfType)) ? typesNamed(telling) : [];
}

export const typeNames = (type: RecordType | null): string => (type === null ? '' : (NAMES[type] ?? ''));
