import { keepBothEnds, plain, withoutTrailingSpaces } from '../clip.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { BOUND } from './bounds.ts';

/** Blocks that explain in general what was done; some output styles add them. */
const ASIDE = /^`?★[^\n]*\n[\s\S]{0,4000}?^`?[─-]{6,}`?[ \t]*$/gm;
const LONG_CODE = /^[ \t]*(```|~~~)[^\n]*\n((?:(?!^[ \t]*\1)[^\n]*\n){11,})[ \t]*\1[ \t]*$/gm;

const CODE = /^[ \t]*(```|~~~)[^\n]*\n((?:(?!^[ \t]*\1)[^\n]*\n)+)[ \t]*\1[ \t]*$/gm;

/** Without general remarks and long code, if it is too long without any code, and with its end, where the open points are. */
export function compactReply(text: string): string {
  const withoutCode = (words: string, code: RegExp) =>
    words.replace(code, (_, _fence, lines: string) => `[code: ${lines.split('\n').length - 1} lines]`);
  const words = withoutTrailingSpaces(
    withoutCode(plain(keepBothEnds(text, BOUND.closing * 8, 0.3)).replace(ASIDE, ''), LONG_CODE),
  ).replace(/\n{2,}/g, '\n');
  const fitting = words.length <= BOUND.closing ? words : withoutCode(words, CODE);
  return keepWholeBlocks(fitting, BOUND.closing, 0.35, isOpenPoint);
}
