import type { Moment } from '../../domain/session/decide.ts';
import { readOn } from '../capture/read-on.ts';
import {
  beginWriter,
  findCurrentSession,
  locateWriterProject,
  projectOf,
  type Writer,
} from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import type { Change } from '../ports/ledger.ts';
import { redactTexts } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { speakerOf, takeTurn } from '../take-turn.ts';
import type { Caller, World } from '../world.ts';
import { attach, type HookCall, isUnderWay } from './hook-call.ts';

export interface TurnEnds extends HookCall {
  readonly lastWords: string | null;
}

/** What the transcript grew by in one turn is read in a fraction of it. */
const READ_MS = 700;

/** The client's session; one whose start was missed begins now. */
export async function hookWriter(world: World, caller: Caller, moment: Moment): Promise<Writer> {
  const session = await findCurrentSession(world, caller);
  if (session === undefined)
    return beginWriter(world, caller, await locateWriterProject(world, caller, {}), moment);
  return { draft: new SessionDraft(session), located: await projectOf(world, session), changes: [] };
}

/** As far as the transcript can be read in time. */
async function readingChange(
  world: World,
  { session }: SessionDraft,
  limitMs: number,
  moment: Moment,
): Promise<readonly Change[]> {
  const reading = await readOn(world, session, limitMs, moment);
  return reading === undefined ? [] : [{ kind: 'transcript_reading', reading }];
}

/** A turn of the client is over: a crash from here on loses the next one at most. */
export async function turnEnds(
  world: World,
  caller: Caller,
  { lastWords, ...call }: TurnEnds,
): Promise<void> {
  const { content } = await redactTexts(world.redactor, { lastWords });
  await retryOnConflict(async () => {
    const moment = await momentOf(world);
    const { draft, changes } = await hookWriter(world, caller, moment);
    // The turn in which an agent says goodbye ends after its goodbye.
    if (!isUnderWay(draft.session)) return;
    const attached = attach(draft, caller, call, moment);
    const what = content.lastWords ?? 'A turn without words.';
    const isSaid = content.lastWords !== undefined;
    const turn = takeTurn(draft, { who: speakerOf(caller, draft.session), what, isSaid }, moment);
    await world.store.ledger.commit([
      ...changes,
      ...draft.changes(),
      turn,
      ...attached,
      ...(await readingChange(world, draft, READ_MS, moment)),
    ]);
  });
}
