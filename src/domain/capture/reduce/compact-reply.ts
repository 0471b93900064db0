import { keepBothEnds, plain, withoutTrailingSpaces } from '../clip.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { BOUND } from './bounds.ts';

const ASIDE = /^`?★/;
const ASIDE_END = /^`?[─-]{6,}`?[ \t]*$/;

/** Without blocks that explain in general what was done; some output styles add them. */
function withoutAsides(text: string): string {
  if (!text.includes('★')) return text;
  const lines = text.split('\n');
  const endAfter: number[] = [];
  let end = -1;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    endAfter[at] = end;
    if (ASIDE_END.test(lines[at] ?? '')) end = at;
  }
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const last = endAfter[at] ?? -1;
    if (last >= 0 && ASIDE.test(line)) at = last;
    else kept.push(line);
  }
  return kept.join('\n');
}

const LONG_CODE = /^[ \t]*(```|~~~)[^\n]*\n((?:(?!^[ \t]*\1)[^\n]*\n){11,})[ \t]*\1[ \t]*$/gm;

const CODE = /^[ \t]*(```|~~~)[^\n]*\n((?:(?!^[ \t]*\1)[^\n]*\n)+)[ \t]*\1[ \t]*$/gm;

/** Without general remarks and long code, if it is too long without any code, and with its end, where the open points are. */
export function compactReply(text: string): string {
  const withoutCode = (words: string, code: RegExp) =>
    words.replace(code, (_, _fence, lines: string) => `[code: ${lines.split('\n').length - 1} lines]`);
  const words = withoutTrailingSpaces(
    withoutCode(withoutAsides(plain(keepBothEnds(text, BOUND.closing * 8, 0.3))), LONG_CODE),
  ).replace(/\n{2,}/g, '\n');
  const fitting = words.length <= BOUND.closing ? words : withoutCode(words, CODE);
  return keepWholeBlocks(fitting, BOUND.closing, 0.35, isOpenPoint);
}
