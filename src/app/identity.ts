import { ThroughlineError } from '../domain/error.ts';
import type { IdentityFact } from '../domain/orientation/facts.ts';
import { IDENTITY_TEMPLATE, isFilledIn } from '../domain/orientation/identity-template.ts';
import { checkText } from '../domain/text.ts';
import { locateKnownProject } from './locate-project.ts';
import type { Files } from './ports/files.ts';
import type { Caller, World } from './world.ts';

export const MAX_IDENTITY_BYTES = 8_192;

async function read(world: World, files: Files, path: string): Promise<IdentityFact> {
  const file = await files.readTextFile(path, { field: 'identity_path', maxBytes: MAX_IDENTITY_BYTES });
  const [clean] = await world.redactor.redact([file.text]);
  const text = clean?.text ?? '';
  return { path: file.path, text, isCut: file.isCut, isFilledIn: isFilledIn(text), problem: null };
}

/** One that the person has may be missing or unreadable; that is told as a gap, and stops nothing. */
async function readOwn(world: World, path: string | null): Promise<IdentityFact[]> {
  if (path === null || !world.hasFile(path)) return [];
  try {
    return [await read(world, world.ownFiles, path)];
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    return [{ path, text: '', isCut: false, isFilledIn: false, problem: error.message }];
  }
}

export interface IdentityPlace {
  readonly worktree: string | null;
  readonly projectId: string;
  /** A file that the caller named, instead of the person's own for everything; it must be readable. */
  readonly named?: string | undefined;
}

/** The person's own files: for this project, and for everything. */
export async function readIdentities(world: World, place: IdentityPlace): Promise<readonly IdentityFact[]> {
  const { identityPath, projectIdentityPath } = world.settings;
  const ofProject = await readOwn(world, projectIdentityPath(place.projectId));
  const general =
    place.named === undefined
      ? await readOwn(world, identityPath)
      : [await read(world, world.filesFor(place.worktree), place.named)];
  return [...ofProject, ...general];
}

export interface OwnIdentity {
  readonly path: string;
  readonly exists: boolean;
  /** The template where there is none yet. */
  readonly text: string;
  readonly is_filled_in: boolean;
  readonly max_bytes: number;
}

export interface IdentityInput {
  /** The one of this project; undefined is the one for everything. */
  readonly project?: string | undefined;
  readonly isOfProject: boolean;
  /** What to write into it; undefined only reads. */
  readonly text?: string | undefined;
}

/** The person's own file, read or written by the person. */
export async function ownIdentity(world: World, caller: Caller, input: IdentityInput): Promise<OwnIdentity> {
  const { identityPath, projectIdentityPath } = world.settings;
  const path = input.isOfProject
    ? projectIdentityPath((await locateKnownProject(world, caller, input.project)).project.id)
    : identityPath;
  if (path === null) throw new Error('no identity file is configured');
  if (input.text !== undefined) {
    checkText('identity', input.text, { max: MAX_IDENTITY_BYTES });
    await world.ownFiles.writeFileAtomically(path, input.text, { field: 'identity' });
  }
  const exists = world.hasFile(path);
  const text = exists
    ? (await world.ownFiles.readTextFile(path, { field: 'identity', maxBytes: 1_000_000 })).text
    : IDENTITY_TEMPLATE;
  return { path, exists, text, is_filled_in: isFilledIn(text), max_bytes: MAX_IDENTITY_BYTES };
}
