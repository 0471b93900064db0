import type { Moment } from '../../domain/session/decide.ts';
import type { Session } from '../../domain/session/session.ts';
import { beginSession } from '../begin-session.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { identifyCaller, placeOf } from '../locate-project.ts';
import { projectOf } from '../locate-writer.ts';
import type { Resolved } from '../resolve-session.ts';

type Needs = Pick<Deps, 'filesFor' | 'folders' | 'ids' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

/**
 * Its session has ended, and the conversation goes on: that is a new sitting after it. Whoever else has continued that
 * line is in another conversation.
 */
export async function goOn(deps: Needs, caller: Caller, session: Session, moment: Moment): Promise<Resolved> {
  const isBarred = session.closing?.policy === 'closed_without_successor';
  const located = await projectOf(deps, session);
  const { draft, changes } = await beginSession(
    deps,
    {
      located,
      place: placeOf(identifyCaller(deps, caller)),
      caller,
      kind: session.kind,
      title: null,
      agent: session.agent,
      predecessor: isBarred ? null : session,
      isAnother: false,
      isImplicit: true,
    },
    moment,
  );
  const outcome = isBarred ? 'started' : 'succeeded';
  return { draft, located, changes, outcome, why: `the conversation of ${session.id} goes on` };
}
