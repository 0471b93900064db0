import { EMPTY_HANDOFF } from '../../domain/handoff/handoff.ts';
import { nextStep } from '../../domain/next-step.ts';
import { type EndedSession, endSession } from '../end-session.ts';
import { getSession } from '../locate-writer.ts';
import type { Caller, World } from '../world.ts';
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
  world: World,
  caller: Caller,
  input: EndClaudmasterInput,
): Promise<EndedGame> {
  const session = await getSession(world, input.session_id);
  if (session.kind !== 'game')
    throw notAGame(
      session,
      'End it as a work session. Nothing was written.',
      nextStep('session.end', { session: session.id }),
    );
  const ended = await endSession(world, caller, {
    session_id: session.id,
    mode: input.mode ?? 'pause',
    campaign_path: input.campaign_path,
    content: { ...EMPTY_HANDOFF, summaryNotes: input.summary_notes ?? null },
  });
  const hasCampaign = (await world.store.campaigns.find(session.projectId)) !== undefined;
  const summary = hasCampaign
    ? (
        await recapSession(world, caller, {
          campaign: session.projectId,
          session_id: session.id,
          length: 'brief',
        })
      ).text
    : (input.summary_notes ?? '');
  return { ended, summary };
}
