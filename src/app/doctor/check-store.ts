import type { Instant } from '../../domain/instant.ts';
import { nextStep } from '../../domain/next-step.ts';
import { agoOf, countOf } from '../../domain/orientation/wording.ts';
import type {
  ChecksumExam,
  DamagedItem,
  DamagedStore,
  JournalExam,
  LastDelivery,
  LogExam,
  SchemaDifference,
  SoundStore,
  StoreExam,
  UnreadableItem,
} from '../ports/doctor.ts';
import { error, type Finding, note, ok, REPAIR, sizeOf, warning } from './finding.ts';

const MAX_NAMED = 3;

const RECOVERY_FIX = `${REPAIR} It renames the damaged file without changing it, and copies what can be read to a new store.`;

/** `isSetAside`: a table is not as it should be, so that nothing can be made again in place. */
function checkDifference({ kind, name, problem }: SchemaDifference, path: string, isSetAside: boolean) {
  if (problem === 'unknown') {
    const isTrigger = kind === 'trigger';
    return (isTrigger ? warning : note)(
      'schema',
      `The ${kind} ${name} was not created by Throughline${isTrigger ? ' and changes what is written' : ''}.`,
      `Throughline never changes it. If you do not need it, remove it: sqlite3 ${path} 'DROP ${kind.toUpperCase()} "${name}"'.`,
    );
  }
  const is = problem === 'missing' ? 'is gone' : 'differs from what Throughline creates';
  if (isSetAside) return error('schema', `The ${kind} ${name} ${is}.`, RECOVERY_FIX);
  const harm = kind === 'index' ? 'so reading is slow' : 'so searches miss what is written';
  return error('schema', `The ${kind} ${name} ${is}, ${harm}.`, `${REPAIR} It creates it again.`);
}

function checkSchema({ version, newest, differences, wrongMigrations }: SoundStore, path: string) {
  const wrong = [
    ...differences.map((difference) => checkDifference(difference, path, false)),
    ...wrongMigrations.map((one) =>
      warning(
        'schema',
        `Migration ${one} in the store differs from the one in this program. The tables are correct.`,
        `${REPAIR} It corrects the list.`,
      ),
    ),
  ];
  const migrated = 'Nothing to do. The next session makes a backup and migrates the store.';
  if (version !== newest)
    return [
      note('schema', `Schema version ${version}; this program supports up to ${newest}.`, migrated),
      ...wrong,
    ];
  const newestFound = `Schema version ${version}, the newest, with all indexes.`;
  return wrong.length > 0 ? wrong : [ok('schema', newestFound)];
}

const checkIndexes = ({ indexes }: SoundStore): readonly Finding[] => {
  const broken = indexes.filter(({ problem }) => problem !== null);
  const names = indexes.map(({ name }) => name).join(', ');
  const inStep = names === '' ? 'There is no text index yet.' : `Up to date: ${names}.`;
  if (broken.length === 0) return [ok('text_index', inStep)];
  return broken.map(({ name, problem }) =>
    error('text_index', `${name} is out of date, so searches miss results: ${problem}.`, REPAIR),
  );
};

const checkCounters = ({ wrongCounterCount }: SoundStore): Finding =>
  wrongCounterCount === 0
    ? ok('counters', 'They match the records.')
    : error(
        'counters',
        `${countOf(wrongCounterCount, 'counter differs', 'counters differ')} from the records, so reports may omit records.`,
        REPAIR,
      );

const MAX_LISTED = 50;

const reportFirst = <Item>(
  items: readonly Item[],
  report: (item: Item) => Finding,
  reportRest: (count: number) => Finding,
): readonly Finding[] => [
  ...items.slice(0, MAX_LISTED).map(report),
  ...(items.length > MAX_LISTED ? [reportRest(items.length - MAX_LISTED)] : []),
];

const JSON_FIX =
  'Restore a backup of the store (throughline restore FILE). Until then, a placeholder or an empty value is shown in its place.';

function checkJsonColumns(unreadable: readonly UnreadableItem[]): readonly Finding[] {
  if (unreadable.length === 0) return [ok('json', 'Every JSON value can be read.')];
  return reportFirst(
    unreadable,
    ({ kind, id, columns }) =>
      error(
        'json',
        `The ${kind} ${id} is damaged: ${columns.join(' and ')} cannot be read as JSON.`,
        JSON_FIX,
      ),
    (count) =>
      error('json', `${countOf(count, 'more item is', 'more items are')} damaged in the same way.`, JSON_FIX),
  );
}

const MARKED =
  'Restore a backup of the store (throughline restore FILE). Until then, a placeholder is shown instead of its text.';

const FIXES: Readonly<Record<DamagedItem['kind'], (id: string) => string>> = {
  record: (id) =>
    `Restore a backup of the store (throughline restore FILE), or delete it with throughline forget ${id}. Until then, a placeholder is shown instead of its text.`,
  note: () => MARKED,
  turn: () => MARKED,
  capture: () => 'Capture the transcript again, or restore a backup of the store (throughline restore FILE).',
  'search text': () => `${REPAIR} It creates the copy again from the stored text.`,
};

function checkChecksums({ checkedCount, damaged }: ChecksumExam): readonly Finding[] {
  if (damaged.length === 0)
    return [ok('checksums', `${countOf(checkedCount, 'text matches', 'texts match')}.`)];
  return reportFirst(
    damaged,
    ({ kind, id }) =>
      error(
        'checksums',
        `The ${kind} ${id} is damaged: its text does not match its checksum.`,
        FIXES[kind](id),
      ),
    (count) =>
      error(
        'checksums',
        `${countOf(count, 'more text does', 'more texts do')} not match the checksum.`,
        'Restore a backup of the store (throughline restore FILE).',
      ),
  );
}

function checkJournal({ sessionCount, examinedCount, disagreeing }: JournalExam): Finding {
  const of = examinedCount === sessionCount ? '' : ` of ${sessionCount}`;
  if (disagreeing.length === 0) {
    return ok('journal', `It matches the state of ${countOf(examinedCount, 'session')}${of}.`);
  }
  const more = disagreeing.length > MAX_NAMED ? ' and others' : '';
  return warning(
    'journal',
    `It differs from the state of ${disagreeing.length} of ${countOf(examinedCount, 'session')} checked: ${disagreeing.slice(0, MAX_NAMED).join(', ')}${more}.`,
    'Sessions are shown by their state, so nothing is hidden. This is expected after rows were lost to damage. Otherwise, please report it.',
  );
}

const checkDelivery = (last: LastDelivery | null, now: Instant): Finding =>
  last === null
    ? ok('delivery', 'No boot report was sent yet.')
    : ok('delivery', `The last boot report was sent ${agoOf(last.at, now)}, to ${last.to}.`);

function checkLog(log: LogExam | null, isInUse: boolean): Finding {
  if (log === null) return ok('log', 'The log is empty.');
  const waiting = `${countOf(log.pageCount, 'page')} (${sizeOf(log.bytes)}) are in the log`;
  if (isInUse || log.tail === 'whole') return ok('log', `${waiting}, as usual between two sessions.`);
  const fix = `${REPAIR} It keeps a copy of the log and moves the complete transactions into the store.`;
  const found =
    log.tail === 'unreadable'
      ? `The log (${sizeOf(log.bytes)}) cannot be read, because its beginning is damaged. Data that was only in the log is not visible.`
      : `${waiting}; the ${sizeOf(log.tailBytes)} after them are not a complete transaction. This is normal after a process was killed during a write, and no acknowledged write is missing. If the file was cut, the last writes are lost.`;
  return warning('log', found, fix);
}

function checkDamaged({ problems, texts }: DamagedStore, path: string): readonly Finding[] {
  const shown = texts === undefined ? problems.slice(0, MAX_NAMED) : problems;
  const more = problems.length > shown.length ? '; and more' : '';
  const damaged = error('integrity', `${path} is damaged: ${shown.join('; ')}${more}.`, RECOVERY_FIX);
  return texts === undefined
    ? [damaged]
    : [damaged, ...checkChecksums(texts.checksums), ...checkJsonColumns(texts.unreadable)];
}

/** The findings about a store, one for each check. */
export function checkStore(
  exam: StoreExam,
  path: string,
  isInUse: boolean,
  now: Instant,
  clientToConnect?: string,
): readonly Finding[] {
  switch (exam.state) {
    case 'missing': {
      const fix =
        'The first session creates it. If you expect a store, check THROUGHLINE_HOME and THROUGHLINE_STORE.';
      const install = nextStep('client.install', { client: clientToConnect });
      const next = [install, nextStep('client.print-settings'), nextStep('session.end')];
      return [note('store', `There is no store at ${path} yet.`, fix, next)];
    }
    case 'foreign':
      return [
        error(
          'store',
          `${path} is not a Throughline store: ${exam.what}. It was not changed.`,
          'Set THROUGHLINE_STORE to another file, or move this file away.',
        ),
      ];
    case 'newer':
      return [
        error(
          'schema',
          `${path} has schema version ${exam.version}; this program supports up to ${exam.newest}. The file was not changed.`,
          'Update Throughline, or set THROUGHLINE_STORE to another file.',
        ),
      ];
    case 'unreadable':
      return [error('store', exam.what, exam.hint)];
    case 'damaged':
      return checkDamaged(exam, path);
    case 'misshapen':
      return exam.differences.map((difference) => checkDifference(difference, path, true));
    case 'sound':
      return [
        ok('store', `${path} opens (${sizeOf(exam.bytes)}).`),
        ok('integrity', `SQLite found no damage (${exam.isFull ? 'full' : 'quick'} check).`),
        ...checkSchema(exam, path),
        ...checkIndexes(exam),
        checkCounters(exam),
        ...checkChecksums(exam.checksums),
        ...checkJsonColumns(exam.unreadable),
        checkJournal(exam.journal),
        checkDelivery(exam.lastDelivery, now),
        checkLog(exam.log, isInUse),
      ];
  }
}
