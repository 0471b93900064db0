import type { Instant } from '../../domain/instant.ts';
import type { ProjectCounts, StoreSummary } from '../ports/backups.ts';

type Counts = Pick<ProjectCounts, 'sessionCount' | 'recordCount' | 'newestAt'>;

/** What a restore changes for one project. */
export interface ProjectDifference extends Pick<ProjectCounts, 'workspace' | 'id' | 'name'> {
  readonly now: Counts;
  readonly after: Counts;
}

const NOTHING: Counts = { sessionCount: 0, recordCount: 0, newestAt: null };

const countsOf = ({ sessionCount, recordCount, newestAt }: Counts): Counts => ({
  sessionCount,
  recordCount,
  newestAt,
});

const isSame = (a: Counts, b: Counts) =>
  a.sessionCount === b.sessionCount && a.recordCount === b.recordCount && a.newestAt === b.newestAt;

const keyOf = ({ workspace, id }: ProjectCounts) => JSON.stringify([workspace, id]);

const newestIn = ({ now, after }: ProjectDifference): Instant =>
  [now.newestAt ?? '', after.newestAt ?? ''].toSorted().at(-1) ?? '';

/** The projects that differ, last written first. Texts are not compared. */
export function compareStores(
  store: StoreSummary | undefined,
  backup: StoreSummary,
): readonly ProjectDifference[] {
  const before = new Map((store?.projects ?? []).map((one) => [keyOf(one), one]));
  const after = new Map(backup.projects.map((one) => [keyOf(one), one]));
  return [...new Map([...before, ...after])]
    .map(([key, { workspace, id, name }]) => ({
      workspace,
      id,
      name,
      now: countsOf(before.get(key) ?? NOTHING),
      after: countsOf(after.get(key) ?? NOTHING),
    }))
    .filter((one) => !isSame(one.now, one.after))
    .toSorted((a, b) => (newestIn(a) < newestIn(b) ? 1 : -1));
}
