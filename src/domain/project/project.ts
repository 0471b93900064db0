import type { Instant } from '../instant.ts';
import type { SessionKind } from '../session/session.ts';

/** A campaign is a project of kind `game`. */
export interface Project {
  readonly id: string;
  /** The key it was first known by; it may be found by others as well. */
  readonly key: string;
  readonly name: string;
  readonly kind: SessionKind;
  /** The path that exists as long as the project has not moved; null for a project without a folder. */
  readonly anchorPath: string | null;
  readonly fingerprint: string;
  readonly createdAt: Instant;
  readonly version: number;
}

/** The project of a server that was started outside of any project folder. */
export const GENERAL_PROJECT_NAME = 'general';

export const nameKey = (name: string): string => `name:${name.normalize('NFC')}`;

/** The keys that a project with its folder at this path may have. */
export const pathKeys = (path: string): readonly string[] => [
  `dir:${path}`,
  `git:${path}`,
  `git:${path}/.git`,
];

/** Stored when a project is renamed, so that its old name still finds it. Not case-sensitive. */
export const formerNameKey = (name: string): string => `was:${name.normalize('NFKC').toLowerCase()}`;

/** Means all projects in searches, so no project can have this name. */
export const ALL_PROJECTS = '*';

/** Text of this shape is always an id, so no new project can be named like that. */
export const isProjectIdShaped = (text: string): boolean =>
  text.trim().normalize('NFKC').toLowerCase().startsWith('prj_');

export const PROJECT_EVENT_TYPES = ['project.created', 'project.renamed'] as const;

/** A repository is identified by its `.git`. People know it by the folder around it. */
export const worktreeOf = (anchorPath: string): string => anchorPath.replace(/[\\/]\.git$/, '');
