import { ThroughlineError } from '../domain/error.ts';
import type { OrientationFacts } from '../domain/orientation/facts.ts';
import type { Files } from './ports/files.ts';
import type { Redactor } from './ports/redactor.ts';
import type { World } from './world.ts';

const MAX_IDENTITY_BYTES = 8_192;

async function read(files: Files, redactor: Redactor, path: string): Promise<OrientationFacts['identity']> {
  const file = await files.readTextFile(path, { field: 'identity_path', maxBytes: MAX_IDENTITY_BYTES });
  const [clean] = await redactor.redact([file.text]);
  return { path: file.path, text: clean?.text ?? '', isCut: file.isCut };
}

/** The person's own file. One that the caller named must be readable; the configured one may be missing. */
export async function readIdentity(
  world: World,
  worktree: string | null,
  named: string | undefined,
): Promise<OrientationFacts['identity']> {
  if (named !== undefined) return read(world.filesFor(worktree), world.redactor, named);
  if (world.settings.identityPath === null || !world.hasFile(world.settings.identityPath)) return null;
  try {
    return await read(world.ownFiles, world.redactor, world.settings.identityPath);
  } catch (error) {
    if (error instanceof ThroughlineError) return null;
    throw error;
  }
}
