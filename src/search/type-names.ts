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

const typeByStem = new Map(
  Object.entries(NAMES).flatMap(([type, names]) =>
    names.split(' ').map((name) => [stem(name), type as RecordType] as const),
  ),
);

/** Types that words of a question call by their name. */
export const typesNamed = (words: readonly string[]): readonly RecordType[] => [
  ...new Set(words.flatMap((word) => typeByStem.get(stem(word)) ?? [])),
];

export const typeNames = (type: RecordType | null): string => (type === null ? '' : (NAMES[type] ?? ''));
