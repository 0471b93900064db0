import type { OpenFile } from '../app/ports/system.ts';

/** A text in memory that is read like a file. */
export const textFile = (path: string, text: string): OpenFile => {
  const bytes = Buffer.from(text);
  return {
    path,
    size: bytes.length,
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.subarray(position, position + length).copy(buffer, offset),
    }),
    close: async () => undefined,
  };
};
