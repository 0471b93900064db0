import { EMPTY_HANDOFF } from '../../domain/handoff/handoff.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { Bound, Caller } from '../caller.ts';
import type { HandoffDeps } from '../deps.ts';
import { endSession } from '../end-session.ts';
import type { EndedSession } from '../leave-request.ts';
import { getSession } from '../locate-writer.ts';
import { notAGame } from './not-a-game.ts';
import { recapSession } from './recap-session.ts';

export interface EndClaudmasterInput {
  readonly session_id: string;
  readonly mode?: 'pause' | 'end' | undefined;
  readonly summary_notes?: string | undefined;
  readonly campaign_path?: string | undefined;
}

export interface EndedGame {
  readonly ended: EndedSession;
  /** What happened in this sitting. */
  readonly summary: string;
}

/** Get up from the table: pause, unless the sitting is over for good. */
export async function endClaudmasterSession(
  deps: HandoffDeps,
  caller: Caller,
  input: EndClaudmasterInput,
): Promise<Bound<EndedGame>> {
  const session = await getSession(deps, input.session_id);
  if (session.kind !== 'game')
    throw notAGame(
      session,
      'End it as a work session. Nothing was written.',
      nextStep('session.end', { session: session.id }),
    );
  const { result: ended, binding } = await endSession(deps, caller, {
    session_id: session.id,
    mode: input.mode ?? 'pause',
    campaign_path: input.campaign_path,
    content: { ...EMPTY_HANDOFF, summaryNotes: input.summary_notes ?? null },
  });
  const hasCampaign = (await deps.store.campaigns.find(session.projectId)) !== undefined;
  const summary = hasCampaign
    ? (
        await recapSession(deps, caller, {
          campaign: session.projectId,
          session_id: session.id,
          length: 'brief',
        })
      ).text
    : (input.summary_notes ?? '');
  return { result: { ended, summary }, binding };
}
