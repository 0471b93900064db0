import { open } from 'node:fs/promises';

/** The client names its folder in nearly every line; in the first ones at the latest. */
const HEAD_BYTES = 256 * 1024;
const FOLDER = /"cwd":("(?:[^"\\]|\\.)*")/;

/** The folder a conversation began in, as its client wrote it down; null where it says nothing of it. */
export async function folderOf(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return null;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [, text] = FOLDER.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
    return text === undefined ? null : String(JSON.parse(text));
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
