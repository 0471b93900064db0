import type { Moment } from '../../domain/session/decide.ts';
import type { Session } from '../../domain/session/session.ts';
import { beginSession } from '../begin-session.ts';
import { identifyCaller, placeOf } from '../locate-project.ts';
import { projectOf } from '../locate-writer.ts';
import type { Resolved } from '../resolve-session.ts';
import type { Caller, World } from '../world.ts';

/**
 * Its session has ended, and the conversation goes on: that is a new sitting after it. Whoever else has continued that
 * line is in another conversation.
 */
export async function goOn(
  world: World,
  caller: Caller,
  session: Session,
  moment: Moment,
): Promise<Resolved> {
  const isBarred = session.closing?.policy === 'closed_without_successor';
  const located = await projectOf(world, session);
  const { draft, changes } = await beginSession(
    world,
    {
      located,
      place: placeOf(identifyCaller(world, caller)),
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
