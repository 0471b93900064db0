import { nextStep, renderAdvice, type SurfaceWording } from '../domain/next-step.ts';
import { type BudgetUnit, sizeIn } from '../domain/orientation/fit-budget.ts';
import { MIN_BUDGET } from '../domain/orientation/orientation.ts';

/** Adds a line below the title of a report. */
export const afterTitle = (report: string, line: string): string => {
  const [title = '', ...rest] = report.split('\n');
  return [title, line, ...rest].join('\n');
};

/** Otherwise an agent starts the session a second time, because that is how sessions begin without hooks. */
const openNotice = (wording: SurfaceWording) =>
  renderAdvice(
    wording,
    '**Your session is already open**: a hook of the client started it, and later calls use it. Do not start another one. When the work is done, leave a handoff.',
    [nextStep('session.end')],
  );

interface NoticeRoom {
  /** For the report itself. */
  readonly budget: number;
  readonly addTo: (report: string) => string;
}

/** A hook's report with the notice that its session is open, together within the budget. A tiny budget has no room for it. */
export function withOpenNotice(
  budget: number,
  wording: SurfaceWording,
  unit: BudgetUnit = 'characters',
): NoticeRoom {
  const line = openNotice(wording);
  const room = budget - sizeIn(unit, line) - 1;
  return room < MIN_BUDGET
    ? { budget: Math.max(room, MIN_BUDGET), addTo: (report) => report }
    : { budget: room, addTo: (report) => afterTitle(report, line) };
}
