import { digestOf } from '../../id.ts';
import type { Campaign } from '../campaign.ts';
import type { Audience } from '../visible.ts';

const LONGEST_SLUG = 40;
const HASH_LENGTH = 10;

/** Letters and numbers of any script, as few bytes as every file system takes; perhaps none. */
const slugOf = (name: string): string =>
  [
    ...name
      .slice(0, 1_000)
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  ]
    .slice(0, LONGEST_SLUG)
    .join('')
    .replace(/^-+|-+$/g, '');

/** Names alike or without letters are told apart by what is never alike: their ids. */
const safeName = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  [slugOf(name), digestOf(id).slice('sha256:'.length, 'sha256:'.length + HASH_LENGTH)]
    .filter((part) => part !== '')
    .join('-');

/** Without its ending. What a player may see never takes the place of the whole. */
export function exportName({ id, name }: Campaign, audience: Audience): string {
  const base = safeName({ id, name });
  switch (audience.kind) {
    case 'dm':
      return base;
    case 'party':
      return `${base}.party`;
    case 'character':
      return `${base}.for-${safeName(audience)}`;
  }
}
