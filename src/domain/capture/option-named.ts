import { blocksOf } from './blocks.ts';
import { withoutBold } from './clip.ts';
import { isSlight, isTellingWord } from './slight.ts';

const ITEM = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;
const MIN_NAME = 4;

/** The item of a list that a reply begins with by its name: "**block it** (my pick)" of "block. and no callback". */
export function optionNamed(reply: string, offered: string): string | null {
  if (isSlight(reply) && !isTellingWord(reply)) return null;
  const name = (/^[\p{L}\p{N} _-]{1,30}(?=[.,;:!\n]|$)/u.exec(reply.trim())?.[0] ?? '').toLowerCase();
  if (name.length < MIN_NAME) return null;
  const items = blocksOf(offered).flatMap(({ kind, items }) =>
    kind === 'list' && items.length > 1 ? items : [],
  );
  const isIt = (item: string) => withoutBold(item.replace(ITEM, '')).toLowerCase().startsWith(name);
  return items.find(isIt)?.replace(ITEM, '') ?? null;
}
