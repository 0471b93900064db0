import { cursorInvalid } from '../domain/cursor-invalid.ts';
import { canonicalJson, digestOf } from '../domain/id.ts';

export interface BoundCursor {
  encode(place: string): string;
  /** Throws `cursor_invalid` for one that another list gave out, or the same list under other filters. */
  decode(cursor: string): string;
}

const MARK_LENGTH = 10;

/** A place in a list means nothing in another one: the cursor carries a mark of what was asked for. */
export function boundCursor(kind: string, asked: unknown): BoundCursor {
  const digest = digestOf(canonicalJson([kind, asked]));
  const mark = digest.slice(digest.indexOf(':') + 1).slice(0, MARK_LENGTH);
  return {
    encode: (place) => `${mark}.${place}`,
    decode(cursor) {
      const place = cursor.slice(mark.length + 1);
      if (cursor !== `${mark}.${place}` || place === '') throw cursorInvalid();
      return place;
    },
  };
}
