import { clipLine, plain } from '../clip.ts';
import { keepWholeBlocks } from '../keep-whole-blocks.ts';
import { isOpenPoint } from '../open-points.ts';
import { BOUND } from './bounds.ts';

const CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$\n?/gm;
/** A longer plan is not even looked at to its end. */
const MAX_INSPECTED = 20_000;

/** A plan without code and empty lines, shortened between its parts. */
export const compactPlan = (plan: string): string =>
  keepWholeBlocks(
    plain(plan.slice(0, MAX_INSPECTED))
      .replace(CODE, '')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{2,}/g, '\n')
      .trim(),
    BOUND.plan,
    0.8,
    isOpenPoint,
  ).slice(0, 2 * BOUND.plan);

/** The first line of a plan, and the rest. */
export function planParts(plan: string): { readonly title: string; readonly text: string } {
  const [first = '', ...rest] = plan.split('\n');
  return { title: clipLine(first.replace(/^#+\s*(?:plan:?\s*)?/i, ''), 240), text: rest.join('\n') };
}
