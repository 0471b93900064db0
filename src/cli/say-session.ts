import type { StartedSession } from '../app/start-session.ts';
import { gapView } from '../app/views/gap-view.ts';
import type { CommandContext, CommandOutput } from './define-command.ts';
import { safeText } from './safe-text.ts';
import { sayRedacted } from './say-results.ts';

/** A session that was begun or taken up, and what it is told. */
export function sayStarted({ style }: Pick<CommandContext, 'style'>, started: StartedSession): CommandOutput {
  const { session, resolution, report, score, gaps, redacted } = started;
  return {
    lines: [
      `${style.bold(session.session_id)} ${style.good(resolution.outcome)}: ${resolution.why}.`,
      ...sayRedacted(redacted),
      '',
      safeText(report),
    ],
    facts: { session, resolution, report, score, gaps: gaps.map(gapView), redacted },
  };
}
