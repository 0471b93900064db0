import { nextStep } from '../../domain/next-step.ts';
import { renderAdvice } from '../../domain/surface-wording.ts';
import { bootReport } from '../boot-report.ts';
import type { Caller } from '../caller.ts';
import type { OrientationDeps } from '../deps.ts';

const noticeOf = (code: string, { wording }: Caller) =>
  renderAdvice(
    wording,
    `**This session is not stored yet** (${code}: the store could not be written). What follows was read from it. The next hook of this conversation tries again. If that fails too, find the cause.`,
    [nextStep('doctor.run')],
  );

/** The orientation of a session that could not be stored, within the budget. */
export async function orientUnstored(
  deps: OrientationDeps,
  caller: Caller,
  budget: number,
  code: string,
): Promise<string> {
  const line = noticeOf(code, caller);
  const { report } = await bootReport(deps, caller, { budget_chars: budget - line.length - 1 });
  const [title = '', ...rest] = report.split('\n');
  return [title, line, ...rest].join('\n');
}
