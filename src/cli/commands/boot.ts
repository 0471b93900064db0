import { bootView } from '../../app/views/boot-view.ts';
import { gapView } from '../../app/views/gap-view.ts';
import { invalid } from '../../domain/error.ts';
import { MAX_BUDGET, MIN_BUDGET } from '../../domain/orientation/orientation.ts';
import { commandStep } from '../command-wording.ts';
import { defineCommand } from '../define-command.ts';
import { explainReport, itemFacts } from '../explain-report.ts';
import { parseNumber } from '../parse-number.ts';
import { safeText } from '../safe-text.ts';

export const boot = defineCommand({
  name: 'boot',
  summary: 'Show what the next session in this project would be told.',
  effect: 'read',
  examples: [
    'throughline boot',
    'throughline boot --brief',
    'throughline boot --project api --json',
    'throughline boot --explain',
  ],
  flags: [
    { name: 'brief', description: 'About 1,600 characters.' },
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
    return {
      format: isBrief ? ('brief' as const) : ('full' as const),
      budget_chars: parseNumber('--budget', flags.budget?.[0], { min: MIN_BUDGET, max: MAX_BUDGET }),
      isExplained: flags.explain !== undefined,
    };
  },
  async act(context, { isExplained, ...options }) {
    const { services, caller, project } = context;
    const report = await services.bootReport(caller, { project, ...options });
    const viewGap = gapView(caller.wording, (next) => next.map(commandStep));
    return {
      lines: isExplained ? explainReport(report, context) : [safeText(report.report)],
      facts: { ...bootView(report, viewGap), ...(isExplained ? { items: itemFacts(report) } : {}) },
    };
  },
});
