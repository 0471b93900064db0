import type { Instant } from '../instant.ts';
import type { SessionKind } from '../session/session.ts';

/** A long line of work. A campaign is a project of kind `game`. */
export interface Project {
  readonly id: string;
  /** The key it was first known by; it may be found by others as well. */
  readonly key: string;
  readonly name: string;
  readonly kind: SessionKind;
  /** The path whose existence tells that it is still where it was; null for one that is only a name. */
  readonly anchorPath: string | null;
  readonly fingerprint: string;
  readonly createdAt: Instant;
  readonly version: number;
}

/** Where a server runs that was started nowhere in particular. */
export const GENERAL_PROJECT_NAME = 'general';

export const nameKey = (name: string): string => `name:${name.normalize('NFC')}`;

/** Kept when a project is renamed, so that whoever still says the old name reaches it; names differ not by case. */
export const formerNameKey = (name: string): string => `was:${name.normalize('NFKC').toLowerCase()}`;

/** Stands for every project where records are looked for, so none can be called so. */
export const ALL_PROJECTS = '*';

/** Whoever writes this means a project that exists: no new one is ever named so. */
export const isProjectIdShaped = (text: string): boolean =>
  text.trim().normalize('NFKC').toLowerCase().startsWith('prj_');

export const PROJECT_EVENT_TYPES = ['project.created', 'project.renamed'] as const;
