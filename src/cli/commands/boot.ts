import { bootView } from '../../app/views/boot-view.ts';
import { invalid } from '../../domain/error.ts';
import { MAX_BUDGET, MIN_BUDGET } from '../../domain/orientation/orientation.ts';
import { defineCommand } from '../define-command.ts';
import { parseNumber } from '../parse-number.ts';
import { safeText } from '../safe-text.ts';

export const boot = defineCommand({
  name: 'boot',
  summary: 'Show what the next session in this project would be told.',
  effect: 'read',
  examples: ['throughline boot', 'throughline boot --brief', 'throughline boot --project api --json'],
  flags: [
    { name: 'brief', description: 'About 1,600 characters.' },
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
    };
  },
  async act({ services, caller, project, isTerminal }, options) {
    const report = await services.bootReport(caller, { project, ...options });
    return {
      lines: [isTerminal ? safeText(report.report) : report.report],
      facts: bootView(report),
    };
  },
});
