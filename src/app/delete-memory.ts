import { checkText } from '../domain/text.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { findWriter } from './locate-writer.ts';
import { momentOf } from './moment.ts';
import type { Change } from './ports/ledger.ts';
import { redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { speakerOf, takeWritingTurn } from './take-turn.ts';
import { getRecord } from './update-memory.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface DeleteMemoryInput {
  readonly id: string;
  readonly reason?: string | undefined;
}

export interface DeletedMemory {
  readonly id: string;
  readonly digest: string;
  readonly versions: number;
  /** The session whose history tells of it, and why; null: there was none, and the reason went with the text. */
  readonly toldIn: string | null;
}

/** Really deleted: the record, its versions and its index entries. The journal keeps that something was. */
export async function deleteMemory(
  deps: Needs,
  caller: Caller,
  input: DeleteMemoryInput,
): Promise<DeletedMemory> {
  if (input.reason !== undefined) checkText('reason', input.reason, { max: 500 });
  const { content } = await redactTexts(deps.redactor, { reason: input.reason ?? null });
  return retryOnConflict(async () => {
    const moment = await momentOf(deps);
    const record = await getRecord(deps, input.id);
    const changes: Change[] = [{ kind: 'forget', record, at: moment.now }];
    const writer = await findWriter(deps, caller, {});
    const isTold = writer !== undefined && writer.draft.session.status === 'active';
    if (isTold) {
      const why = content.reason === null ? '' : ` Why: ${content.reason}`;
      const what = `Deleted a ${record.type} (${record.id}).${why}`;
      const turn = takeWritingTurn(
        writer.draft,
        { who: speakerOf(caller, writer.draft.session), what },
        moment,
      );
      changes.push(...writer.draft.changes(), ...turn);
    }
    await deps.store.ledger.commit(changes);
    const { id, digest, version } = record;
    return { id, digest, versions: version, toldIn: isTold ? writer.draft.session.id : null };
  });
}
