import type { Caller } from '../../app/caller.ts';
import type { Deps, StartDeps } from '../../app/deps.ts';
import { endSession } from '../../app/end-session.ts';
import { getSession } from '../../app/locate-session.ts';
import { EMPTY_HANDOFF } from '../../domain/handoff/handoff.ts';
import { nextStep } from '../../domain/next-step.ts';
import { notAGame } from './load-campaign.ts';
import { recapSession } from './recap-session.ts';

export interface EndClaudmasterInput {
  readonly session_id: string;
  readonly mode?: 'pause' | 'end' | undefined;
  readonly summary_notes?: string | undefined;
  readonly campaign_path?: string | undefined;
}

/** Pauses the session unless `mode` is `end`. */
export async function endClaudmasterSession(
  deps: StartDeps & Pick<Deps, 'games'>,
  caller: Caller,
  input: EndClaudmasterInput,
) {
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
  const campaign = await deps.store.campaigns.find(session.projectId);
  if (campaign === undefined) return { result: { ended, summary: input.summary_notes ?? '' }, binding };
  const recap = { campaign: campaign.id, session_id: session.id, length: 'brief' } as const;
  const { text: summary } = await recapSession(deps, caller, recap);
  return { result: { ended, summary }, binding };
}
