import type { DoctorOptions, DoctorReport } from '../../app/doctor/doctor.ts';
import type { Finding, FindingStatus } from '../../app/doctor/finding.ts';
import { renderAdvice } from '../../domain/next-step.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { commandWording } from '../command-wording.ts';
import type { FlagValues, ServingCommand } from '../define-command.ts';
import { plural } from '../format.ts';
import { EXIT_CODES } from '../render-failure.ts';

/** Started by main/bin.ts itself, because it has to examine the store before anything opens it. */
export const doctor: ServingCommand = {
  name: 'doctor',
  summary: 'Examine the store and everything around it; with --repair, mend what can safely be mended.',
  effect: 'read',
  examples: ['throughline doctor', 'throughline doctor --repair', 'throughline doctor --full --json'],
  flags: [
    {
      name: 'repair',
      description: 'Mend what is safe to mend; a damaged store is kept and saved into a new one.',
    },
    { name: 'full', description: 'Check every page and every word, however long it takes.' },
  ],
};

export const parseDoctor = (flags: FlagValues): DoctorOptions => ({
  isFull: flags.full !== undefined,
  isRepair: flags.repair !== undefined,
});

/** Warnings do not change the exit code. */
export const exitCodeOf = ({ status }: DoctorReport): number =>
  status === 'error' ? EXIT_CODES.unavailable : 0;

const WIDTHS = { status: 9, check: 13 };

/** Renders the advice with the commands that it recommends. */
const withAdvice = <One extends Finding>({ fix, next, ...rest }: One) => ({
  ...rest,
  fix: renderAdvice(commandWording, fix ?? '', next) || null,
});

const linesOf = ({ check, status, found, fix }: ReturnType<typeof withAdvice>): readonly string[] => [
  `${status.padEnd(WIDTHS.status)}${check.padEnd(WIDTHS.check)}${escapeInline(found)}`,
  ...(fix === null ? [] : [`${' '.repeat(WIDTHS.status + WIDTHS.check)}→ ${escapeInline(fix)}`]),
];

const COUNTED: readonly FindingStatus[] = ['error', 'warning', 'note'];

function summaryOf({ repairs, findings }: DoctorReport): string {
  const counts = COUNTED.flatMap((status) => {
    const count = [...repairs, ...findings].filter((finding) => finding.status === status).length;
    return count === 0 ? [] : [plural(count, status)];
  });
  const isWorse = counts.some((count) => !count.includes('note'));
  return `${isWorse ? '' : 'All is well'}${isWorse || counts.length === 0 ? '' : ': '}${counts.join(', ')}.`;
}

export function renderDoctor(report: DoctorReport): readonly string[] {
  const { repairs, findings } = report;
  return [
    ...(repairs.length === 0 ? [] : [...repairs.map(withAdvice).flatMap(linesOf), '']),
    ...findings.map(withAdvice).flatMap(linesOf),
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
