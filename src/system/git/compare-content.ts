import type { Deadline } from './deadline.ts';
import { blobId, readInside } from './inside-worktree.ts';
import type { RawChange } from './parse-raw-diff.ts';

export interface Compared {
  /** Really different, or gone. */
  readonly modified: readonly RawChange[];
  /** Touched; whether it differs is not known. */
  readonly unchecked: readonly RawChange[];
}

type Verdict = 'same' | 'differs' | undefined;

const MAX_FILES = 256;
const MAX_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;

/** Git only looked at times and sizes, which all differ in a copied or mounted repository: the content decides.
 *  Asking git to compare would run the filters that the repository names. */
export async function compareContent(
  worktree: string,
  changes: readonly RawChange[],
  deadline: Deadline,
): Promise<Compared> {
  const isDoubtful = ({ status, oldMode, newMode }: RawChange) => status === 'M' && oldMode === newMode;
  const doubtful = changes.filter(isDoubtful);
  const verdicts = new Map<RawChange, Verdict>();
  await deadline.within(judgeAll(worktree, doubtful.slice(0, MAX_FILES), verdicts, deadline.signal));
  return {
    modified: changes.filter((change) => !isDoubtful(change) || verdicts.get(change) === 'differs'),
    unchecked: doubtful.filter((change) => verdicts.get(change) === undefined),
  };
}

async function judgeAll(
  worktree: string,
  changes: readonly RawChange[],
  verdicts: Map<RawChange, Verdict>,
  signal: AbortSignal,
): Promise<void> {
  let left = MAX_TOTAL_BYTES;
  for (const change of changes) {
    if (signal.aborted || left <= 0) return;
    const content = await readInside(worktree, change.path, change.oldMode, Math.min(left, MAX_BYTES)).catch(
      () => undefined,
    );
    left -= content?.length ?? 0;
    verdicts.set(change, content && judge(content, change.oldId));
  }
}

/** Line endings alone are no change: where git converts them, the index has them without. */
function judge(content: Buffer, id: string): Verdict {
  if (blobId(content, id) === id) return 'same';
  if (!content.includes('\r\n') || content.includes(0)) return 'differs';
  const converted = Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return blobId(converted, id) === id ? 'same' : 'differs';
}
