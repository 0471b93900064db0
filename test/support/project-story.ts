import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreMemoryInput } from '../../src/app/draft-memory.ts';
import type { SuccessionPolicy } from '../../src/domain/session/session.ts';
import { ROOT } from './program.ts';

/** A decision of a story; what it replaces is named by its exact text. */
export interface StoryDecision {
  readonly text: string;
  readonly subject?: string;
  readonly supersedes?: readonly string[];
}

export interface StoryHandoff {
  readonly checkpoint?: string;
  readonly decisions?: readonly (string | StoryDecision)[];
  readonly open_loops?: readonly string[];
  readonly preferences?: readonly string[];
  readonly constraints?: readonly string[];
  readonly warnings?: readonly string[];
  readonly lessons?: readonly string[];
  readonly relational_delta?: string;
  readonly next_session_focus?: string;
  readonly transcript_path?: string;
}

/** One session: what was stored and noted on the way, and how it was left. */
export interface StorySession {
  readonly day: number;
  readonly time: string;
  readonly agent: string;
  readonly worktree?: 'main' | 'topic';
  readonly branch?: string;
  readonly title: string;
  readonly ending: 'end' | 'pause' | 'lost' | 'closed';
  readonly policy?: SuccessionPolicy;
  readonly reason?: string;
  /** As store_memory takes them, except that `supersedes` holds exact texts. */
  readonly store?: readonly StoreMemoryInput[];
  readonly notes?: readonly string[];
  /** Exact texts of earlier loops. */
  readonly resolves?: readonly string[];
  /** Exact texts of earlier records that turned out wrong or obsolete. */
  readonly retracts?: readonly string[];
  readonly handoff?: StoryHandoff;
}

/** A made-up project over a fortnight. */
export interface ProjectStory {
  readonly name: string;
  readonly summary: string;
  readonly kind: 'work';
  readonly days: readonly StorySession[];
}

const FOLDER = join(ROOT, 'test', 'projects');

export const storyNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();

export const readStory = (name: string): ProjectStory =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as ProjectStory;

export const decisionsOf = ({ handoff }: StorySession): StoryDecision[] =>
  (handoff?.decisions ?? []).map((given) => (typeof given === 'string' ? { text: given } : given));
