import { digestOf } from '../../id.ts';
import type { Campaign } from '../campaign.ts';
import type { Audience } from '../visible.ts';

const LONGEST_SLUG = 40;
/** A name of two such parts, and what a file that is being written adds to it, stays below 255. */
const MOST_BYTES = 80;
const HASH_LENGTH = 10;

/** Letters and numbers of any script in their plain form, as few bytes as every file system takes; perhaps none. */
function slugOf(name: string): string {
  const plain = name
    .slice(0, 1_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  let slug = '';
  for (const one of [...plain].slice(0, LONGEST_SLUG))
    if (Buffer.byteLength(slug + one) <= MOST_BYTES) slug += one;
    else break;
  return slug.replace(/^-+|-+$/g, '');
}

/** Names alike or without letters are told apart by what is never alike. */
const safeName = (name: string, ...telling: readonly string[]): string =>
  [slugOf(name), digestOf(telling.join(' ')).slice('sha256:'.length, 'sha256:'.length + HASH_LENGTH)]
    .filter((part) => part !== '')
    .join('-');

/** Without its ending. What a player may see never takes the place of the whole. */
export function exportName({ id, name, createdAt }: Campaign, audience: Audience): string {
  // Two stores give campaigns of one name one id, but they were not begun in the same moment.
  const base = safeName(name, id, createdAt);
  switch (audience.kind) {
    case 'dm':
      return base;
    case 'party':
      return `${base}.party`;
    case 'character':
      return `${base}.for-${safeName(audience.name, audience.id)}`;
  }
}
