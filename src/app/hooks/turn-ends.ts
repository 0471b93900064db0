import type { Moment } from '../../domain/session/decide.ts';
import type { Caller } from '../caller.ts';
import { readOn } from '../capture/read-on.ts';
import type { Deps } from '../deps.ts';
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
import { attach, type HookCall, isUnderWay } from './hook-call.ts';

type Needs = Pick<
  Deps,
  'clock' | 'filesFor' | 'folders' | 'ids' | 'readOff' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;
type ReadingChangeNeeds = Pick<Deps, 'filesFor' | 'folders' | 'redactor' | 'store' | 'transcripts'>;

export interface TurnEnds extends HookCall {
  readonly lastWords: string | null;
}

/** What the transcript grew by in one turn is read in a fraction of it. */
const READ_MS = 700;

/** The client's session; one whose start was missed begins now. */
export async function hookWriter(deps: Needs, caller: Caller, moment: Moment): Promise<Writer> {
  const session = await findCurrentSession(deps, caller);
  if (session === undefined)
    return beginWriter(deps, caller, await locateWriterProject(deps, caller, {}), moment);
  return { draft: new SessionDraft(session), located: await projectOf(deps, session), changes: [] };
}

/** As far as the transcript can be read in time. */
async function readingChange(
  deps: ReadingChangeNeeds,
  { session }: SessionDraft,
  limitMs: number,
  moment: Moment,
): Promise<readonly Change[]> {
  const reading = await readOn(deps, session, limitMs, moment);
  return reading === undefined ? [] : [{ kind: 'transcript_reading', reading }];
}

/** A turn of the client is over: a crash from here on loses the next one at most. */
export async function turnEnds(deps: Needs, caller: Caller, { lastWords, ...call }: TurnEnds): Promise<void> {
  const { content } = await redactTexts(deps.redactor, { lastWords });
  await retryOnConflict(async () => {
    const moment = await momentOf(deps);
    const { draft, changes } = await hookWriter(deps, caller, moment);
    // The turn in which an agent says goodbye ends after its goodbye.
    if (!isUnderWay(draft.session)) return;
    const attached = attach(draft, caller, call, moment);
    // Search indexes what was said. The placeholder below is not, so a turn without words must not be found by it.
    const isSaid = (content.lastWords ?? '').trim() !== '';
    const what = isSaid ? (content.lastWords ?? '') : 'A turn without words.';
    const turn = takeTurn(draft, { who: speakerOf(caller, draft.session), what, isSaid }, moment);
    await deps.store.ledger.commit([
      ...changes,
      ...draft.changes(),
      turn,
      ...attached,
      ...(await readingChange(deps, draft, READ_MS, moment)),
    ]);
  });
}
