import { endedView } from '../app/views/ended-view.ts';
import type { CommandContext, CommandOutput } from './define-command.ts';
import { type HandoffTexts, handoffContent } from './handoff-parts.ts';
import { oneLine } from './safe-text.ts';
import { plural } from './say-results.ts';

export interface Leaving {
  readonly mode: 'end' | 'pause';
  readonly session: string | undefined;
  readonly texts: HandoffTexts;
}

/** Leaves a handoff and ends or pauses. */
export async function leaveSession(
  { services, caller, project, style }: CommandContext,
  { mode, session, texts }: Leaving,
): Promise<CommandOutput> {
  const ended = await services.endSession(caller, {
    mode,
    session_id: session,
    project,
    adoptsActive: true,
    content: handoffContent(texts),
  });
  const view = endedView(ended, caller.wording);
  const lines = [
    `${style.bold(view.session_id)} ${style.good(view.status)}`,
    oneLine(view.summary),
    `The next session would start with a score of ${view.orientation_score}/100 and ${plural(view.gap_count ?? 0, 'gap')}.`,
    oneLine(view.message),
  ];
  return { lines, facts: view };
}
