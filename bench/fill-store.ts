import { join } from 'node:path';
import type { Change } from '../src/app/ports/ledger.ts';
import { derivedId } from '../src/domain/id.ts';
import { instantFromMs } from '../src/domain/instant.ts';
import {
  newRecord,
  RECORD_DEFAULTS,
  type RecordType,
  type ThroughlineRecord,
} from '../src/domain/record/record.ts';
import { readGit } from '../src/system/git/read-git.ts';
import { createFolders } from '../src/system/identify-folder.ts';
import { openWorkspace } from '../test/support/open-workspace.ts';
import type { BenchPlace } from './measure.ts';

export const SEED = 20_261_115;
const BATCH = 5_000;
const WORDS =
  'parser cache index queue worker retry branch deploy schema token buffer socket render layout session budget orbit harbor lantern ledger window driver signal thread bucket shard replica quorum cursor filter'.split(
    ' ',
  );

/** mulberry32: the same seed, the same store. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An active memory with only a text. */
export const plainRecord = (
  id: string,
  projectId: string | null,
  content: string,
  at: string,
): ThroughlineRecord =>
  newRecord({
    id,
    type: 'memory',
    content,
    projectId,
    sessionId: null,
    source: 'import',
    worktree: null,
    branch: null,
    head: null,
    createdAt: at,
  });

const record = (
  projectId: string,
  index: number,
  type: RecordType,
  status: ThroughlineRecord['status'],
  content: string,
  at: string,
): ThroughlineRecord => ({
  ...plainRecord(derivedId('rec', 'bench', String(index)), projectId, content, at),
  type,
  ...RECORD_DEFAULTS[type],
  status,
  position: index,
  supersededBy: status === 'superseded' ? 'rec_later' : null,
});

/** The types and texts of the records of a store. */
export interface Filling {
  readonly kindOf: (index: number) => readonly [RecordType, ThroughlineRecord['status']];
  readonly wordOf: (random: number) => string;
  /** Number of words of a text; 12 by default. */
  readonly lengthOf?: (index: number) => number;
}

const PAST: readonly RecordType[] = ['decision', 'lesson', 'checkpoint', 'open_loop', 'memory'];

export const pastKind = (index: number): RecordType => PAST[index % PAST.length] ?? 'decision';

/** 20 live constraints, 50 open loops, the rest past. */
const MOSTLY_PAST: Filling = {
  kindOf: (index) => {
    if (index < 20) return ['constraint', 'active'];
    if (index < 70) return ['open_loop', 'active'];
    return [pastKind(index), index % 2 === 0 ? 'superseded' : 'resolved'];
  },
  wordOf: (random) => WORDS[Math.floor(random * WORDS.length)] ?? '',
};

/** One project with this many records. */
export async function fillStore(
  place: BenchPlace,
  count: number,
  progress: (line: string) => void,
  { kindOf, wordOf, lengthOf = () => 12 }: Filling = MOSTLY_PAST,
): Promise<void> {
  const identity = createFolders(readGit).identify(place.project);
  if (identity === undefined) throw new Error('the bench project has no identity');
  const now = Date.now();
  const store = openWorkspace({
    path: join(place.home, 'store.db'),
    workspace: 'local',
    busyTimeoutMs: 30_000,
    now: instantFromMs(now),
  });
  const random = randomFrom(SEED);
  const sentence = (length: number) => Array.from({ length }, () => wordOf(random())).join(' ');
  const projectId = derivedId('prj', identity.key);
  const { key, name, anchorPath, fingerprint } = identity;
  const createdAt = instantFromMs(now - 400 * 86_400_000);
  const project = {
    id: projectId,
    key,
    name,
    kind: 'work' as const,
    anchorPath,
    fingerprint,
    createdAt,
    version: 1,
  };
  await store.ledger.commit([{ kind: 'project', project, expectedVersion: 0, keys: [key] }]);
  for (let from = 0; from < count; from += BATCH) {
    const changes: Change[] = [];
    for (let index = from; index < Math.min(count, from + BATCH); index += 1) {
      const [type, status] = kindOf(index);
      const at = instantFromMs(now - 300 * 86_400_000 + Math.floor((index / count) * 299 * 86_400_000));
      const content = `${index} ${sentence(lengthOf(index))}`;
      changes.push({
        kind: 'record',
        record: record(projectId, index, type, status, content, at),
        expectedVersion: 0,
      });
    }
    await store.ledger.commit(changes);
    if (from % (BATCH * 10) === 0)
      progress(`${from.toLocaleString('en')} of ${count.toLocaleString('en')} records`);
  }
  await store.close();
}
