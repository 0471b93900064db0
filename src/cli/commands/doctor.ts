import type { DoctorOptions, DoctorReport } from '../../app/doctor/doctor.ts';
import type { Finding, FindingStatus } from '../../app/doctor/finding.ts';
import { renderAdvice } from '../../domain/next-step.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { commandWording } from '../command-wording.ts';
import type { FlagValues, ServingCommand } from '../define-command.ts';
import { EXIT_CODES } from '../render-failure.ts';
import { type Style, wrapText } from '../terminal-text.ts';

/** Started by main/bin.ts itself, because it has to examine the store before anything opens it. */
export const doctor: ServingCommand = {
  name: 'doctor',
  summary: 'Check the store, its files and the connected clients. --repair fixes what is safe to fix.',
  effect: 'read',
  examples: ['throughline doctor', 'throughline doctor --repair', 'throughline doctor --full --json'],
  flags: [
    {
      name: 'repair',
      description:
        'Fix what is safe to fix. A damaged store is kept, and what can be read is copied to a new store.',
    },
    { name: 'full', description: 'Check every page and every text. This may take long.' },
  ],
};

export const parseDoctor = (flags: FlagValues): DoctorOptions => ({
  isFull: flags.full !== undefined,
  isRepair: flags.repair !== undefined,
});

/** Warnings do not change the exit code. */
export const exitCodeOf = ({ status }: DoctorReport) => (status === 'error' ? EXIT_CODES.unavailable : 0);

const WIDTHS = { status: 9, check: 13 };

const withAdvice = <One extends Finding>({ fix, next, ...rest }: One) => ({
  ...rest,
  fix: renderAdvice(commandWording, fix ?? '', next) || null,
});

const INDENT = ' '.repeat(WIDTHS.status + WIDTHS.check);
const MIN_TEXT_WIDTH = 30;

/** How it is shown; in a pipe the lines are not wrapped. */
export interface DoctorPage {
  readonly isTerminal: boolean;
  readonly width: number;
  readonly style: Style;
}

const STATUS_STYLES: Readonly<Record<FindingStatus, keyof Style>> = {
  ok: 'good',
  note: 'bold',
  warning: 'mark',
  error: 'bad',
};

const linesOf =
  ({ isTerminal, width, style }: DoctorPage) =>
  ({ check, status, found, fix }: Omit<Finding, 'next'>): readonly string[] => {
    const wrapped = (text: string) =>
      isTerminal
        ? wrapText(escapeInline(text), Math.max(MIN_TEXT_WIDTH, width - INDENT.length))
        : [escapeInline(text)];
    const [first = '', ...rest] = wrapped(found);
    const head = style[STATUS_STYLES[status]](status) + ' '.repeat(WIDTHS.status - status.length);
    return [
      `${head}${check.padEnd(WIDTHS.check)}${first}`,
      ...rest.map((line) => INDENT + line),
      ...(fix === null ? [] : wrapped(`→ ${fix}`).map((line) => style.dim(INDENT + line))),
    ];
  };

const COUNTED: readonly FindingStatus[] = ['error', 'warning', 'note'];

function summaryOf({ repairs, findings }: DoctorReport): string {
  const counts = COUNTED.flatMap((status) => {
    const count = [...repairs, ...findings].filter((finding) => finding.status === status).length;
    return count === 0 ? [] : [countOf(count, status)];
  });
  const isWorse = counts.some((count) => !count.includes('note'));
  return `${isWorse ? '' : 'No problems'}${isWorse || counts.length === 0 ? '' : ': '}${counts.join(', ')}.`;
}

export function renderDoctor(report: DoctorReport, page: DoctorPage): readonly string[] {
  const { repairs, findings } = report;
  const lines = linesOf(page);
  return [
    ...(repairs.length === 0 ? [] : [...repairs.map(withAdvice).flatMap(lines), '']),
    ...findings.map(withAdvice).flatMap(lines),
    '',
    summaryOf(report),
  ];
}

export const doctorFacts = (report: DoctorReport) => ({
  ...report,
  repairs: report.repairs.map(withAdvice),
  findings: report.findings.map(withAdvice),
  summary: summaryOf(report),
});
