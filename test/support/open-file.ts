import { dirname } from 'node:path';
import type { OpenFile } from '../../src/app/ports/system.ts';
import { openFiles } from '../../src/system/files/open-files.ts';

/** The file as the program opens it, for as long as it is used. */
export async function withOpenFile<Result>(
  path: string,
  use: (file: OpenFile) => Promise<Result>,
): Promise<Result> {
  const file = await openFiles({ roots: [dirname(path)] }).openFile(path, { field: 'transcript_path' });
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
