import { decideHeard } from '../../domain/session/decide.ts';
import type { Caller } from '../caller.ts';
import type { StartDeps } from '../deps.ts';
import { findCurrentSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { goOn } from './go-on.ts';
import { attach, type HookCall, isUnderWay } from './hook-call.ts';
import { sessionStarts } from './session-starts.ts';

/** The person spoke. Answers the orientation where its client has had none yet. */
export async function promptComes(
  deps: StartDeps,
  caller: Caller,
  { budget, ...call }: HookCall & { readonly budget: number },
): Promise<string | null> {
  if ((await findCurrentSession(deps, caller)) === undefined) {
    return (await sessionStarts(deps, caller, { ...call, source: 'startup', budget })).report;
  }
  await retryOnConflict(async () => {
    const moment = await momentOf(deps);
    const session = await findCurrentSession(deps, caller);
    if (session === undefined) return;
    if (isUnderWay(session)) {
      const draft = new SessionDraft(session);
      const attached = attach(draft, caller, call, moment);
      draft.apply(decideHeard(draft.session, moment));
      await deps.store.ledger.commit([...draft.changes(), ...attached]);
      return;
    }
    const { draft, changes } = await goOn(deps, caller, session, moment);
    const attached = attach(draft, caller, call, moment);
    await deps.store.ledger.commit([...changes, ...draft.changes(), ...attached]);
  });
  return null;
}
