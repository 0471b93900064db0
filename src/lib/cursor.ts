export type CursorPart = string | number | null;

export const encodeCursor = (...parts: readonly CursorPart[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

const isPart = (part: unknown): part is CursorPart =>
  part === null || typeof part === 'string' || (Number.isSafeInteger(part) && Number(part) >= 0);

/** undefined unless `encodeCursor` made it with this number of parts. */
export function decodeCursor(cursor: string, length: number): readonly CursorPart[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.length === length && parts.every(isPart) ? parts : undefined;
  } catch {
    return undefined;
  }
}
