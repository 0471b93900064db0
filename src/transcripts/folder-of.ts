import type { OpenFile } from '../app/ports/files.ts';
import { readBytes } from './transcript-position.ts';

/** Clients that write JSON name their folder as `cwd`, in one of the first lines at the latest. */
const HEAD_BYTES = 256 * 1024;
const FOLDER = /"cwd":("(?:[^"\\]|\\.)*")/;

/** The first `cwd` in the file: the folder in which the conversation began. null where there is none. */
export async function folderOf(file: OpenFile): Promise<string | null> {
  try {
    const head = await readBytes(file, 0, Math.min(HEAD_BYTES, file.size));
    const [, text] = FOLDER.exec(head.toString('utf8')) ?? [];
    return text === undefined ? null : String(JSON.parse(text));
  } catch {
    return null;
  }
}
