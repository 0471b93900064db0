import type { ProjectCounts, StoreSummary } from '../../../app/ports/backups.ts';
import type { SoundStore, StoreExam } from '../../../app/ports/doctor.ts';
import { conflict, invalid, notFound, type ThroughlineError, unavailable } from '../../../domain/error.ts';
import { attempt } from '../../../lib/attempt.ts';
import { examineStore } from '../doctor/examine-store.ts';
import { openForReading, type Row, rowsOf } from '../driver.ts';

const OTHER_BACKUP =
  'Pass another backup. Run throughline status to see the folder. The store was not changed.';

const field = (problem: string) => ({ fields: [{ field: 'file', problem }] });

const damagedBackup = (path: string, problems: readonly string[]) =>
  unavailable(
    'backup_damaged',
    `The backup ${path} is damaged: ${problems.slice(0, 3).join('; ')}.`,
    `${OTHER_BACKUP} To save what this file still has, copy it and run throughline doctor --repair --store COPY.`,
    field('is damaged'),
  );

/** Why a file is not to be restored. */
function refusal(path: string, exam: Exclude<StoreExam, SoundStore>): ThroughlineError {
  switch (exam.state) {
    case 'missing':
      return notFound('backup_missing', `There is no file ${path}.`, OTHER_BACKUP, field('does not exist'));
    case 'foreign':
      return invalid(
        'backup_foreign',
        `${path} is not a Throughline backup: ${exam.what}.`,
        OTHER_BACKUP,
        field('is not a backup'),
      );
    case 'newer':
      return conflict(
        'backup_newer',
        `The backup ${path} has schema version ${exam.version}; this program knows ${exam.newest}.`,
        'Update Throughline, then restore it. The store was not changed.',
        field('is of a newer version'),
      );
    case 'unreadable':
      return unavailable(
        'backup_unreadable',
        `The backup ${path} cannot be read: ${exam.what}`,
        exam.hint,
        field('cannot be read'),
      );
    case 'damaged':
      return damagedBackup(path, exam.problems);
    case 'misshapen':
      return damagedBackup(
        path,
        exam.differences.map(({ kind, name }) => `the ${kind} ${name} is not as it should be`),
      );
  }
}

/** Examines all of a backup. `name`: what to call it in an error. Nobody writes to it, so no lock is taken. */
export function readSound(path: string, name = path): SoundStore {
  const exam = examineStore(path, { isFull: true, isInUse: false });
  if (exam.state !== 'sound') throw refusal(name, exam);
  const { checksums, unreadable } = exam;
  const torn = [...checksums.damaged, ...unreadable].map(({ kind, id }) => `the ${kind} ${id}`);
  if (torn.length > 0) throw damagedBackup(name, torn);
  return exam;
}

const COUNTS = `
  WITH counted AS (
    SELECT workspace, project_id, 1 AS sessions, 0 AS records, heard_at AS at FROM sessions
    UNION ALL SELECT workspace, project_id, 0, 1, updated_at FROM records)
  SELECT c.workspace, c.project_id AS id, p.name, sum(c.sessions) AS sessions, sum(c.records) AS records, max(c.at) AS newest
  FROM counted c LEFT JOIN projects p ON p.workspace = c.workspace AND p.id = c.project_id
  GROUP BY c.workspace, c.project_id ORDER BY newest DESC`;

const projectFrom = ({ workspace, id, name, sessions, records, newest }: Row): ProjectCounts => ({
  workspace: String(workspace),
  id: String(id),
  name: name == null ? null : String(name),
  sessionCount: Number(sessions),
  recordCount: Number(records),
  newestAt: newest == null ? null : String(newest),
});

function summarize(
  path: string,
  { bytes, version }: Pick<SoundStore, 'bytes' | 'version'>,
  isAtRest: boolean,
) {
  const database = openForReading(path, isAtRest);
  try {
    const projects = rowsOf(database, COUNTS).map(projectFrom);
    const sum = (count: (one: ProjectCounts) => number) => projects.reduce((all, one) => all + count(one), 0);
    return {
      bytes,
      version,
      sessionCount: sum(({ sessionCount }) => sessionCount),
      recordCount: sum(({ recordCount }) => recordCount),
      newestAt: projects[0]?.newestAt ?? null,
      projects,
    };
  } finally {
    database.close();
  }
}

export const readBackup = (path: string): StoreSummary => summarize(path, readSound(path), true);

/** undefined: there is none that can be read. */
export const readStoreSummary = (store: string): StoreSummary | undefined =>
  attempt(() => {
    const exam = examineStore(store, { isFull: false, isInUse: undefined });
    return exam.state === 'sound' ? summarize(store, exam, false) : undefined;
  });
