import { checkText } from '../domain/check-text.ts';
import { ThroughlineError } from '../domain/error.ts';
import type { IdentityFact } from '../domain/orientation/facts.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { locateKnownProject } from './locate-project.ts';
import type { Files } from './ports/system.ts';

/** What a person's identity file starts from. Until something is written into it, it counts as missing. */
export const IDENTITY_TEMPLATE = `# Who I am

<!-- A few lines about you, for the agents that work with you. This file is yours: nothing else writes to it. -->

# How I like to work

<!-- For instance: short answers; ask before deleting; tests before refactoring. -->

# What to know about this machine or project

<!-- Things that are always true and never in the code. -->
`;

const HEADING = /^#{1,6}\s/;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Whether the file contains more than headings, comments and the template. */
export function isFilledIn(text: string): boolean {
  const own = new Set(IDENTITY_TEMPLATE.split('\n').map((line) => line.trim()));
  return text
    .replace(COMMENT, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .some((line) => line !== '' && !HEADING.test(line) && !own.has(line));
}

type Needs = Pick<
  Deps,
  'clock' | 'folders' | 'hasFile' | 'ownFiles' | 'readOff' | 'redactor' | 'settings' | 'store'
>;
type ReadIdentitiesNeeds = Pick<Deps, 'filesFor' | 'hasFile' | 'ownFiles' | 'redactor' | 'settings'>;

const MAX_IDENTITY_BYTES = 8_192;

async function read(deps: Pick<Deps, 'redactor'>, files: Files, path: string): Promise<IdentityFact> {
  const file = await files.readTextFile(path, { field: 'identity_path', maxBytes: MAX_IDENTITY_BYTES });
  const [clean] = await deps.redactor.redact([file.text]);
  const text = clean?.text ?? '';
  return { path: file.path, text, isCut: file.isCut, isFilledIn: isFilledIn(text), problem: null };
}

/** A missing or unreadable identity file becomes a gap and never an error. */
async function readOwn(deps: Pick<Deps, 'hasFile' | 'ownFiles' | 'redactor'>, path: string | null) {
  if (path === null || !deps.hasFile(path)) return [];
  try {
    return [await read(deps, deps.ownFiles, path)];
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    return [{ path, text: '', isCut: false, isFilledIn: false, problem: error.message }];
  }
}

export interface IdentityPlace {
  readonly worktree: string | null;
  readonly projectId: string;
  readonly named?: string | undefined;
}

export async function readIdentities(deps: ReadIdentitiesNeeds, place: IdentityPlace) {
  const { identityPath, projectIdentityPath } = deps.settings;
  const ofProject = await readOwn(deps, projectIdentityPath(place.projectId));
  const general =
    place.named === undefined
      ? await readOwn(deps, identityPath)
      : [await read(deps, deps.filesFor(place.worktree), place.named)];
  return [...ofProject, ...general];
}

interface IdentityInput {
  /** The one of this project; undefined is the one for everything. */
  readonly project?: string | undefined;
  readonly isOfProject: boolean;
  /** What to write into it; undefined only reads. */
  readonly text?: string | undefined;
}

export async function ownIdentity(deps: Needs, caller: Caller, input: IdentityInput) {
  const { identityPath, projectIdentityPath } = deps.settings;
  const path = input.isOfProject
    ? projectIdentityPath((await locateKnownProject(deps, caller, input.project)).project.id)
    : identityPath;
  if (path === null) throw new Error('no identity file is configured');
  if (input.text !== undefined) {
    checkText('identity', input.text, { max: MAX_IDENTITY_BYTES, isRequired: true });
    await deps.ownFiles.writeFileAtomically(path, input.text, { field: 'identity' });
  }
  const exists = deps.hasFile(path);
  const text = exists
    ? (await deps.ownFiles.readTextFile(path, { field: 'identity', maxBytes: 1_000_000 })).text
    : IDENTITY_TEMPLATE;
  return { path, exists, text, is_filled_in: isFilledIn(text), max_bytes: MAX_IDENTITY_BYTES };
}
