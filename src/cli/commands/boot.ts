import type { BootReport } from '../../app/boot-report.ts';
import type { ReceiptView } from '../../app/views/entity-views.ts';
import { gapView, orientationView } from '../../app/views/orientation-view.ts';
import { renderAdvice } from '../../domain/next-step.ts';
import {
  type Gap,
  MAX_BUDGET,
  MIN_BUDGET,
  type Placement,
  type ScorePart,
} from '../../domain/orientation/orientation.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { currentProject } from '../active-session.ts';
import { commandStep } from '../command-wording.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { contradiction, limitFlag, numberFlag, sessionFlag, switchFlag } from '../flags.ts';
import { formatMinute } from '../format.ts';
import { type Column, renderTable } from '../render-table.ts';
import { loadWith, readKeys } from '../settings.ts';
import { renderIdTable } from '../short-ids.ts';
import { escapeText, wrapText } from '../terminal-text.ts';

const howShown = ({ isShown, isShortened }: Placement) =>
  isShown ? (isShortened ? 'shortened' : 'whole') : 'left out';

const ITEMS: readonly Column<Placement>[] = [
  { title: 'section', isWhole: true, cell: ({ section }) => section },
  { title: 'item', minWidth: 12, cell: ({ label }) => label },
  { title: 'chars', isWhole: true, isNumber: true, cell: ({ cost }) => `${cost}` },
  { title: 'shown', isWhole: true, rank: 1, cell: howShown },
  { title: 'why', minWidth: 20, rank: 2, cell: ({ why }) => why },
];
const PARTS: readonly Column<ScorePart>[] = [
  { title: 'score of', isWhole: true, cell: ({ name }) => name },
  {
    title: 'points',
    isWhole: true,
    isNumber: true,
    cell: ({ earned, possible }) => `${earned} of ${possible}`,
  },
  { title: 'why', minWidth: 20, cell: ({ why }) => why },
];

const itemFacts = ({ listPlacements }: BootReport) =>
  listPlacements().map(({ section, label, isShown, isShortened, cost, why }) => ({
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

function explainReport(report: BootReport, context: CommandContext): readonly string[] {
  const placements = report.listPlacements();
  const cost = placements.reduce((sum, { cost: one }) => sum + one, 0);
  const rest = report.reservedLength - cost;
  const gaps = [...report.gaps, ...report.personGaps];
  const uncounted = report.sections.flatMap(({ name, total }) => {
    const count = total - placements.filter(({ section }) => section === name).length;
    if (name === 'memories' || count <= 0) return [];
    return [`${name}: ${count} more were skipped, because they could not fit.`];
  });
  return [
    ...renderTable(ITEMS, placements, context),
    ...uncounted,
    '',
    `${report.report.length} characters, about ${report.estimatedTokens} tokens. Of the budget: ${cost} for items, ${rest} for title, headings and counts.`,
    '',
    ...renderTable(PARTS, report.scoreParts, context),
    '',
    ...(gaps.length === 0 ? ['There are no gaps.'] : gaps.map((gap) => explainGap(gap, context))),
  ];
}

const LINE_PARTS = /^(?<start> *(?:- )?(?:> ?)?)(?<text>.*)$/s;

const MIN_WRAPPED_WIDTH = 20;

/** One line of the report for a terminal: wrapped under its own beginning, headings bold, sources dim. */
export function renderReportLine(line: string, { style, width }: Pick<CommandContext, 'style' | 'width'>) {
  if (line.startsWith('#')) return wrapText(line, width).map(style.bold);
  const { start = '', text = '' } = LINE_PARTS.exec(line)?.groups ?? {};
  const wrapped = wrapText(text, Math.max(MIN_WRAPPED_WIDTH, width - start.length));
  const below = start.replace('-', ' ');
  const lines = wrapped.map((part, index) => `${index === 0 ? start : below}${part}`);
  return text.startsWith('[') && start.trim() === '-' ? lines.map(style.dim) : lines;
}

const isSwitchedOff = ({ anchor, settings }: CommandContext): boolean =>
  anchor !== null && loadWith(settings, readKeys(settings)).off.includes(anchor);

/** The second line tells an agent how to read the report. For a person it says what the report is. */
function openingForPerson(second: string, context: CommandContext): readonly string[] {
  const isOff = context.project === undefined && isSwitchedOff(context);
  const what = isOff
    ? 'Throughline is off in this project: agents do not get this report. To switch it on, run throughline on.'
    : 'The next agent that starts in this project gets this report. Text after ">" was written in earlier sessions.';
  return [what, ...(/^(?:The following records|Records of earlier)/.test(second) ? [] : [second])];
}

/** The same items as an agent gets. In a pipe the lines are not wrapped. */
function renderReportForPerson(report: BootReport, context: CommandContext): readonly string[] {
  const [title = '', second = '', ...rest] = escapeText(report.report).split('\n');
  const lines = [title, ...openingForPerson(second, context), ...rest];
  const forYou = report.personGaps.map(
    ({ message, hint, next }) => `For you: ${message} ${renderAdvice(context.caller.wording, hint, next)}`,
  );
  const all = [...lines, ...(forYou.length > 0 ? ['', ...forYou] : [])];
  return context.isTerminal ? all.flatMap((line) => renderReportLine(line, context)) : all;
}

export const boot = defineCommand({
  name: 'boot',
  summary: 'Show the boot report that the next session in this project gets.',
  effect: 'read',
  examples: [
    'throughline boot',
    'throughline boot --brief',
    'throughline boot --as-sent',
    'throughline boot --project api --json',
    'throughline boot --explain',
  ],
  flags: {
    brief: switchFlag('Show a short report of about 1,600 characters.'),
    'as-sent': switchFlag('Print the report exactly as agents get it, with tool calls instead of commands.'),
    explain: switchFlag('Explain each item, its cost, what was left out, and the score.'),
    budget: numberFlag(
      'CHARS',
      { min: MIN_BUDGET, max: MAX_BUDGET },
      `Maximum length in characters, ${MIN_BUDGET} to ${MAX_BUDGET}. Default: 8000.`,
    ),
  },
  parse({ brief, 'as-sent': isAsSent, explain, budget }) {
    if (brief && budget !== undefined)
      throw contradiction('--brief and --budget cannot be combined.', 'Pass --brief or --budget, not both.');
    if (isAsSent && explain)
      throw contradiction(
        '--as-sent and --explain cannot be combined.',
        'Pass --as-sent or --explain, not both.',
      );
    const format = brief ? ('brief' as const) : ('full' as const);
    return { isAsSent, format, budget_chars: budget, isExplained: explain };
  },
  async act(context, { isExplained, ...options }) {
    const { services, caller, project } = context;
    const report = await services.bootReport(caller, { project, ...options });
    const viewGap = gapView(caller.wording, (next) => next.map(commandStep));
    const lines = () => {
      if (isExplained) return explainReport(report, context);
      return options.isAsSent ? [escapeText(report.report)] : renderReportForPerson(report, context);
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

const describeCuts = ({ sections }: ReceiptView) =>
  sections
    .flatMap(({ name, shortened, left_out }) => [
      ...(shortened > 0 ? [`${name}: ${shortened} shortened`] : []),
      ...(left_out > 0 ? [`${name}: ${left_out} left out`] : []),
    ])
    .join(', ') || 'nothing';

const columnsOf = (shorten: ShortenId): readonly Column<ReceiptView>[] => [
  { title: 'sent (UTC)', isWhole: true, cell: ({ at }) => formatMinute(at) },
  { title: 'to session', isWhole: true, rank: 2, cell: ({ session_id }) => shorten(session_id ?? '-') },
  { title: 'client', rank: 3, cell: ({ client, door }) => client ?? door },
  { title: 'chars', isWhole: true, isNumber: true, cell: ({ chars }) => `${chars}` },
  { title: 'score', isWhole: true, isNumber: true, rank: 1, cell: ({ score }) => `${score}` },
  { title: 'shortened or left out', minWidth: 24, cell: describeCuts },
];

export const receipts = defineCommand({
  name: 'receipts',
  summary: 'List the boot reports that were sent, and what did not fit into them.',
  effect: 'read',
  examples: ['throughline receipts', 'throughline receipts --session ses_… --json'],
  flags: { session: sessionFlag, limit: limitFlag(20) },
  async act(context, { session: session_id, limit = 20 }) {
    const project = currentProject(context);
    const found = await context.services.listReceipts(context.caller, { session_id, project, limit });
    const facts = { receipts: found };
    if (found.length === 0) return { lines: ['There are no receipts yet.'], facts };
    return { lines: await renderIdTable(context, columnsOf, found, (one) => [one.session_id]), facts };
  },
});
