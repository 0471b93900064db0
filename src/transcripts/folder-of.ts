import type { OpenFile } from '../app/ports/files.ts';
import { readBytes } from './transcript-position.ts';

/** The client names its folder in nearly every line; in the first ones at the latest. */
const HEAD_BYTES = 256 * 1024;
const FOLDER = /"cwd":("(?:[^"\\]|\\.)*")/;

/** The folder a conversation began in, as its client wrote it down; null where it says nothing of it. */
export async function folderOf(file: OpenFile): Promise<string | null> {
  try {
    const head = await readBytes(file, 0, Math.min(HEAD_BYTES, file.size));
    const [, text] = FOLDER.exec(head.toString('utf8')) ?? [];
    return text === undefined ? null : String(JSON.parse(text));
  } catch {
    return null;
  }
}
