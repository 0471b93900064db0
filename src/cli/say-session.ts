import type { StartedSession } from '../app/start-session.ts';
import { gapView } from '../app/views/gap-view.ts';
import { quoteInline } from '../domain/quote-text.ts';
import { commandStep } from './command-wording.ts';
import type { CommandContext, CommandOutput } from './define-command.ts';
import { oneLine, safeText } from './safe-text.ts';
import { sayRedacted } from './say-results.ts';

type Asked = Readonly<Record<'title' | 'agent', string | undefined>>;

/** A session that is taken up keeps what it was begun with: what was asked for in its place is not done. */
function sayKept({ session, resolution }: StartedSession, asked: Partial<Asked>): readonly string[] {
  if (resolution.outcome !== 'rejoined') return [];
  return (['title', 'agent'] as const).flatMap((part) => {
    const kept = session[part];
    if (asked[part] === undefined || asked[part] === kept) return [];
    const own = kept === null ? `has no ${part}` : `keeps its ${part} ${quoteInline(oneLine(kept))}`;
    return [`It ${own}: --${part} is for a new session, which --new begins.`];
  });
}

/** A session that was begun or taken up, and what it is told. */
export function sayStarted(
  { style, caller }: Pick<CommandContext, 'style' | 'caller'>,
  started: StartedSession,
  asked: Partial<Asked> = {},
): CommandOutput {
  const { session, resolution, report, score, gaps, redacted } = started;
  const notices = sayKept(started, asked);
  return {
    lines: [
      `${style.bold(session.session_id)} ${style.good(resolution.outcome)}: ${oneLine(resolution.why)}.`,
      ...notices,
      ...sayRedacted(redacted),
      '',
      safeText(report),
    ],
    facts: {
      session,
      resolution,
      report,
      score,
      gaps: gaps.map(gapView(caller.wording, (next) => next.map(commandStep))),
      redacted,
      notices,
    },
  };
}
