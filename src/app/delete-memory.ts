import { checkText } from '../domain/check-text.ts';
import type { Caller } from './caller.ts';
import type { ProjectDeps } from './deps.ts';
import { findSessionWriter } from './locate-session.ts';
import type { Change } from './ports/ledger.ts';
import { redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { addWriteTurn } from './session-turns.ts';
import { readTime } from './time-context.ts';
import { getRecord } from './update-memory.ts';

interface DeleteMemoryInput {
  readonly id: string;
  readonly reason?: string | undefined;
}

interface DeletedMemory {
  readonly id: string;
  readonly digest: string;
  readonly versions: number;
  /** The session whose history has the deletion and its reason; null if none is open. */
  readonly recordedIn: string | null;
}

/** Deletes the record, its versions and its index entries. The journal keeps only that it was deleted. */
export async function deleteMemory(
  deps: ProjectDeps,
  caller: Caller,
  input: DeleteMemoryInput,
): Promise<DeletedMemory> {
  if (input.reason !== undefined) checkText('reason', input.reason, { max: 500 });
  const { content } = await redactTexts(deps.redactor, { reason: input.reason ?? null });
  return retryOnConflict(async () => {
    const time = await readTime(deps);
    const record = await getRecord(deps, input.id);
    const changes: Change[] = [{ kind: 'forget', record, at: time.now }];
    const writer = await findSessionWriter(deps, caller, {});
    const isRecorded = writer !== undefined && writer.draft.session.status === 'active';
    if (isRecorded) {
      const why = content.reason === null ? '' : ` Why: ${content.reason}`;
      const what = `Deleted a ${record.type} (${record.id}).${why}`;
      const turn = addWriteTurn(writer.draft, caller, what, time);
      changes.push(...writer.draft.changes(), ...turn);
    }
    await deps.store.ledger.commit(changes);
    const { id, digest, version } = record;
    return { id, digest, versions: version, recordedIn: isRecorded ? writer.draft.session.id : null };
  });
}
