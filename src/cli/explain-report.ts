import type { BootReport } from '../app/boot-report.ts';
import type { Gap, Placement } from '../domain/orientation/orientation.ts';
import { renderAdvice } from '../domain/surface-wording.ts';
import type { CommandContext } from './define-command.ts';
import { type Column, renderTable } from './render-table.ts';

const ITEMS: readonly Column[] = [
  { title: 'section', isWhole: true },
  { title: 'item', isWhole: false, least: 12 },
  { title: 'chars', isWhole: true, isNumber: true },
  { title: 'shown', isWhole: true, rank: 1 },
  { title: 'why', least: 20, rank: 2 },
];
const PARTS: readonly Column[] = [
  { title: 'score of', isWhole: true },
  { title: 'points', isWhole: true, isNumber: true },
  { title: 'why', least: 20 },
];

const howShown = ({ isShown, isShortened }: Placement) =>
  isShown ? (isShortened ? 'shortened' : 'whole') : 'left out';

/** The same for machines. */
export const itemFacts = ({ placements }: BootReport) =>
  placements.map(({ section, label, isShown, isShortened, cost, why }) => ({
    section,
    item: label,
    is_shown: isShown,
    is_shortened: isShortened,
    cost,
    why,
  }));

const explainGap = (
  { severity, code, message, hint, next }: Gap,
  { style, caller }: Pick<CommandContext, 'style' | 'caller'>,
): string =>
  `${style.bold(`${severity} ${code}`)}: ${message} Next: ${renderAdvice(caller.wording, hint, next)}`;

/** Each item: why it is here, what it cost, what was left out; then the score, part by part, and the gaps. */
export function explainReport(report: BootReport, context: CommandContext): readonly string[] {
  const { width, style } = context;
  const look = { width, style };
  const cost = report.placements.reduce((sum, { cost: one }) => sum + one, 0);
  const rest = report.reservedLength - cost;
  const items = report.placements.map((one) => [
    one.section,
    one.label,
    `${one.cost}`,
    howShown(one),
    one.why,
  ]);
  const uncounted = report.sections
    .map(({ name, total }) => [
      name,
      total - report.placements.filter(({ section }) => section === name).length,
    ])
    .filter(([name, count]) => name !== 'memories' && Number(count) > 0)
    .map(
      ([name, count]) => `${name}: ${count} more were not even looked at, for they could not have fitted.`,
    );
  return [
    ...renderTable(ITEMS, items, look),
    ...uncounted,
    '',
    `${report.report.length} characters, about ${report.estimatedTokens} tokens. Of the budget: ${cost} for items, ${rest} for title, headings and counts.`,
    '',
    ...renderTable(
      PARTS,
      report.scoreParts.map(({ name, earned, possible, why }) => [name, `${earned} of ${possible}`, why]),
      look,
    ),
    '',
    ...(report.gaps.length === 0 ? ['No gaps.'] : report.gaps.map((gap) => explainGap(gap, context))),
  ];
}
