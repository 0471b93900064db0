import { checkText } from '../domain/check-text.ts';
import type { Instant } from '../domain/instant.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps } from './deps.ts';
import { findSessionWriter } from './locate-session.ts';
import type { Change } from './ports/ledger.ts';
import { redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { addWriteTurn } from './session-draft.ts';
import { readTime } from './time-context.ts';
import { getRecord } from './update-memory.ts';

interface DeleteMemoryInput {
  readonly id: string;
  readonly reason?: string | undefined;
}

/** Backups made while the record existed. Only a person deletes them. */
function backupNotices({ listBackups }: Pick<Deps, 'listBackups'>, createdAt: Instant): readonly Notice[] {
  const count = listBackups().filter(({ madeAt }) => madeAt >= createdAt).length;
  if (count === 0) return [];
  const which = count === 1 ? '1 earlier backup still contains' : `${count} earlier backups still contain`;
  return [notice(`${which} the text.`, nextStep('backup.purge'))];
}

/** Deletes the record, its versions and its index entries. The journal keeps only that it was deleted. */
export async function deleteMemory(
  deps: ProjectDeps & Pick<Deps, 'listBackups'>,
  caller: Caller,
  input: DeleteMemoryInput,
) {
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
      const what = `Deleted the ${record.type} (${record.id}).${why}`;
      const turn = addWriteTurn(writer.draft, caller, what, time);
      changes.push(...writer.draft.changes(), ...turn);
    }
    await deps.store.ledger.commit(changes);
    return {
      id: record.id,
      digest: record.digest,
      versions: record.version,
      /** The session whose history has the deletion and its reason; null if none is open. */
      recordedIn: isRecorded ? writer.draft.session.id : null,
      notices: backupNotices(deps, record.createdAt),
    };
  });
}
