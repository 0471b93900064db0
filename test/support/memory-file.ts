import type { OpenFile } from '../../src/app/ports/system.ts';

/** A file that is open, and only in memory. */
export const memoryFile = (path: string, content: string | Buffer): OpenFile => {
  const bytes = Buffer.from(content);
  return {
    path,
    size: bytes.length,
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.subarray(position, position + length).copy(buffer, offset),
    }),
    close: async () => undefined,
  };
};
