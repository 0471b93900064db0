import type { BootReport } from '../../app/boot-report.ts';
import { gapView, orientationView } from '../../app/views/orientation-view.ts';
import { invalid } from '../../domain/error.ts';
import { renderAdvice } from '../../domain/next-step.ts';
import { type Gap, MAX_BUDGET, MIN_BUDGET, type Placement } from '../../domain/orientation/orientation.ts';
import { commandStep } from '../command-wording.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { parseNumber } from '../flags.ts';
import { type Column, renderTable } from '../render-table.ts';
import { escapeText, wrapText } from '../terminal-text.ts';

const ITEMS: readonly Column[] = [
  { title: 'section', isWhole: true },
  { title: 'item', isWhole: false, minWidth: 12 },
  { title: 'chars', isWhole: true, isNumber: true },
  { title: 'shown', isWhole: true, rank: 1 },
  { title: 'why', minWidth: 20, rank: 2 },
];
const PARTS: readonly Column[] = [
  { title: 'score of', isWhole: true },
  { title: 'points', isWhole: true, isNumber: true },
  { title: 'why', minWidth: 20 },
];

const howShown = ({ isShown, isShortened }: Placement) =>
  isShown ? (isShortened ? 'shortened' : 'whole') : 'left out';

/** The same for `--json`. */
const itemFacts = ({ placements }: BootReport) =>
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

/** Explains each item of the report, its cost, what was left out, the parts of the score, and the gaps. */
function explainReport(report: BootReport, context: CommandContext): readonly string[] {
  const cost = report.placements.reduce((sum, { cost: one }) => sum + one, 0);
  const rest = report.reservedLength - cost;
  const gaps = [...report.gaps, ...report.personGaps];
  const items = report.placements.map((one) => [
    one.section,
    one.label,
    `${one.cost}`,
    howShown(one),
    one.why,
  ]);
  const uncounted = report.sections.flatMap(({ name, total }) => {
    const count = total - report.placements.filter(({ section }) => section === name).length;
    if (name === 'memories' || count <= 0) return [];
    return [`${name}: ${count} more were not even looked at, for they could not have fitted.`];
  });
  return [
    ...renderTable(ITEMS, items, context),
    ...uncounted,
    '',
    `${report.report.length} characters, about ${report.estimatedTokens} tokens. Of the budget: ${cost} for items, ${rest} for title, headings and counts.`,
    '',
    ...renderTable(
      PARTS,
      report.scoreParts.map(({ name, earned, possible, why }) => [name, `${earned} of ${possible}`, why]),
      context,
    ),
    '',
    ...(gaps.length === 0 ? ['No gaps.'] : gaps.map((gap) => explainGap(gap, context))),
  ];
}

/** A line of the report without its indent, list mark and quotation mark. */
const LINE_PARTS = /^(?<start> *(?:- )?(?:> ?)?)(?<text>.*)$/s;

const MIN_WRAPPED_WIDTH = 20;

/** One line of the report for a terminal: wrapped under its own beginning, headings bold, sources dim. */
export function renderReportLine(
  line: string,
  { style, width }: Pick<CommandContext, 'style' | 'width'>,
): string[] {
  if (line.startsWith('#')) return wrapText(line, width).map(style.bold);
  const { start = '', text = '' } = LINE_PARTS.exec(line)?.groups ?? {};
  const wrapped = wrapText(text, Math.max(MIN_WRAPPED_WIDTH, width - start.length));
  const below = start.replace('-', ' ');
  const lines = wrapped.map((part, index) => `${index === 0 ? start : below}${part}`);
  return text.startsWith('[') && start.trim() === '-' ? lines.map(style.dim) : lines;
}

/** The same items as an agent gets. In a pipe the lines are not wrapped. */
function reportForPerson(report: BootReport, context: CommandContext): readonly string[] {
  const lines = escapeText(report.report).split('\n');
  const forYou = report.personGaps.map(
    ({ message, hint, next }) => `For you: ${message} ${renderAdvice(context.caller.wording, hint, next)}`,
  );
  const all = [...lines, ...(forYou.length > 0 ? ['', ...forYou] : [])];
  return context.isTerminal ? all.flatMap((line) => renderReportLine(line, context)) : all;
}

export const boot = defineCommand({
  name: 'boot',
  summary: 'Show what the next session in this project gets.',
  effect: 'read',
  examples: [
    'throughline boot',
    'throughline boot --brief',
    'throughline boot --as-sent',
    'throughline boot --project api --json',
    'throughline boot --explain',
  ],
  flags: [
    { name: 'brief', description: 'About 1,600 characters.' },
    {
      name: 'as-sent',
      description: 'Print the exact text that an agent gets, with tool calls instead of commands.',
    },
    {
      name: 'explain',
      description: 'Why each item is in it, what it cost, what was left out, and how the score came about.',
    },
    {
      name: 'budget',
      value: 'CHARS',
      description: `Longest report, ${MIN_BUDGET} to ${MAX_BUDGET}; default 8000.`,
    },
  ],
  parse(flags) {
    const isBrief = flags.brief !== undefined;
    if (isBrief && flags.budget !== undefined) {
      throw invalid(
        'arguments_contradict',
        '--brief has its own budget.',
        'Pass --brief or --budget, not both.',
      );
    }
    const isAsSent = flags['as-sent'] !== undefined;
    if (isAsSent && flags.explain !== undefined) {
      throw invalid(
        'arguments_contradict',
        '--as-sent prints the text alone, and --explain explains it.',
        'Pass --as-sent or --explain, not both.',
      );
    }
    return {
      isAsSent,
      format: isBrief ? ('brief' as const) : ('full' as const),
      budget_chars: parseNumber('--budget', flags.budget?.[0], { min: MIN_BUDGET, max: MAX_BUDGET }),
      isExplained: flags.explain !== undefined,
    };
  },
  async act(context, { isExplained, ...options }) {
    const { services, caller, project } = context;
    const report = await services.bootReport(caller, { project, ...options });
    const viewGap = gapView(caller.wording, (next) => next.map(commandStep));
    const lines = () => {
      if (isExplained) return explainReport(report, context);
      return options.isAsSent ? [escapeText(report.report)] : reportForPerson(report, context);
    };
    return {
      lines: lines(),
      facts: {
        ...orientationView(report, viewGap),
        person_gaps: report.personGaps.map(viewGap),
        ...(isExplained ? { items: itemFacts(report) } : {}),
      },
    };
  },
});
