import type { RecordType } from '../domain/record/record.ts';
import { stem } from './stem.ts';

interface Names {
  /** Words that ask for the type rather than for what is in it: "what did we decide?". */
  readonly asking?: string;
  /** What people call it besides; found by its own words, never by these. */
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

/** All that a text of the type is called, for a question that calls it so beside other words. */
export function typeNames(type: RecordType | null): string {
  const { asking = '', besides = '' } = (type === null ? undefined : NAMES[type]) ?? {};
  return `${asking} ${besides}`.trim();
}
