const PART = /^part(\d{1,7})(?:\.(.+))?$/s;

/** Continues within a content, from this character on. `page`: the cursor of the page that the record is on. */
export const partCursor = (from: number, page?: string): string =>
  page === undefined ? `part${from}` : `part${from}.${page}`;

/** The same from a cursor; any other cursor is the one of a page. */
export function parsePartCursor(cursor: string | undefined): { from: number; page: string | undefined } {
  const [, from, page] = PART.exec(cursor ?? '') ?? [];
  return from === undefined ? { from: 0, page: cursor } : { from: Number(from), page };
}
