import { nextStep } from '../../domain/next-step.ts';
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
import { counted, error, type Finding, note, ok, REPAIR, sizeOf, warning } from './finding.ts';

const MAX_NAMED = 3;

const RECOVERY_FIX = `${REPAIR} It sets the damaged file aside, without changing it, and saves what can be read into a new store.`;

/** `isSetAside`: a table is not as it should be, so that nothing can be made again in place. */
function checkDifference(
  { kind, name, problem }: SchemaDifference,
  path: string,
  isSetAside: boolean,
): Finding {
  if (problem === 'unknown') {
    const isTrigger = kind === 'trigger';
    return (isTrigger ? warning : note)(
      'schema',
      `The ${kind} ${name} was not made by Throughline${isTrigger ? ', and changes what is written' : ''}.`,
      `It is never touched. If you do not need it, remove it: sqlite3 ${path} 'DROP ${kind.toUpperCase()} "${name}"'.`,
    );
  }
  const is = problem === 'missing' ? 'is gone' : 'is not as Throughline makes it';
  if (isSetAside) return error('schema', `The ${kind} ${name} ${is}.`, RECOVERY_FIX);
  const harm = kind === 'index' ? 'so reading is slow' : 'so searches miss what is written';
  return error('schema', `The ${kind} ${name} ${is}, ${harm}.`, `${REPAIR} It makes it again.`);
}

function checkSchema(
  { version, newest, differences, wrongMigrations }: SoundStore,
  path: string,
): readonly Finding[] {
  const wrong = [
    ...differences.map((difference) => checkDifference(difference, path, false)),
    ...wrongMigrations.map((one) =>
      warning(
        'schema',
        `The store's list of migrations tells another migration ${one} than this program has; the tables are as they should be.`,
        `${REPAIR} It corrects the list.`,
      ),
    ),
  ];
  const migrated =
    'Nothing to do: it is migrated when the next session starts, and a copy is kept beside it.';
  if (version !== newest)
    return [note('schema', `Schema version ${version}; this program knows ${newest}.`, migrated), ...wrong];
  const newestFound = `Schema version ${version}, the newest this program knows, with all its indexes.`;
  return wrong.length > 0 ? wrong : [ok('schema', newestFound)];
}

const checkIndexes = ({ indexes }: SoundStore): readonly Finding[] => {
  const broken = indexes.filter(({ problem }) => problem !== null);
  const names = indexes.map(({ name }) => name).join(', ');
  const inStep = names === '' ? 'There is no text index yet.' : `In step with the texts: ${names}.`;
  if (broken.length === 0) return [ok('text_index', inStep)];
  return broken.map(({ name, problem }) =>
    error('text_index', `${name} is out of step, so searches miss things: ${problem}.`, REPAIR),
  );
};

const checkCounters = ({ wrongCounterCount }: SoundStore): Finding =>
  wrongCounterCount === 0
    ? ok('counters', 'Equal to the records they count.')
    : error(
        'counters',
        `${counted(wrongCounterCount, 'counter differs', 'counters differ')} from the records, so reports may leave records out.`,
        REPAIR,
      );

const MAX_LISTED = 50;

/** The first of many, and one finding that counts the others. */
const reportFirst = <Item>(
  items: readonly Item[],
  report: (item: Item) => Finding,
  reportRest: (count: number) => Finding,
): readonly Finding[] => [
  ...items.slice(0, MAX_LISTED).map(report),
  ...(items.length > MAX_LISTED ? [reportRest(items.length - MAX_LISTED)] : []),
];

const JSON_FIX =
  'Restore it from a backup of the store. Until then readers get a mark or an empty value in its place, and everything else.';

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
      error('json', `${counted(count, 'more item is', 'more items are')} damaged in the same way.`, JSON_FIX),
  );
}

const MARKED = 'Restore it from a backup of the store. Until then readers see a mark in place of its text.';

const FIXES: Readonly<Record<DamagedItem['kind'], (id: string) => string>> = {
  record: (id) =>
    `Restore it from a backup of the store, or delete it with throughline forget ${id}. Until then readers see a mark in place of its text.`,
  note: () => MARKED,
  turn: () => MARKED,
  capture: () => 'Capture the transcript again, or restore the capture from a backup of the store.',
  'search text': () => `${REPAIR} It makes the copy again from what was stored.`,
};

function checkChecksums({ checkedCount, damaged }: ChecksumExam): readonly Finding[] {
  if (damaged.length === 0)
    return [ok('checksums', `${counted(checkedCount, 'text matches', 'texts match')}.`)];
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
        `${counted(count, 'more text does', 'more texts do')} not match the checksum.`,
        'Restore the store from a backup.',
      ),
  );
}

function checkJournal({ sessionCount, examinedCount, disagreeing }: JournalExam): Finding {
  const of = examinedCount === sessionCount ? '' : ` of ${sessionCount}`;
  if (disagreeing.length === 0) {
    return ok('journal', `Agrees with the state of ${counted(examinedCount, 'session')}${of}.`);
  }
  const more = disagreeing.length > MAX_NAMED ? ' and others' : '';
  return warning(
    'journal',
    `Tells another story than the state of ${disagreeing.length} of ${counted(examinedCount, 'session')} looked at: ${disagreeing.slice(0, MAX_NAMED).join(', ')}${more}.`,
    'Sessions are shown by their state, so nothing is hidden. It is expected where rows were lost to damage; otherwise please report it.',
  );
}

const checkDelivery = (last: LastDelivery | null): Finding =>
  last === null
    ? ok('delivery', 'No boot report was sent yet.')
    : ok('delivery', `The last boot report was sent at ${last.at}, to ${last.to}.`);

function checkLog(log: LogExam | null, isInUse: boolean): Finding {
  if (log === null) return ok('log', 'Empty: the store is whole in its one file.');
  const waiting = `${counted(log.pageCount, 'page')} (${sizeOf(log.bytes)}) wait in the log`;
  if (isInUse || log.tail === 'whole') return ok('log', `${waiting}, as usual between two sessions.`);
  const fix = `${REPAIR} It keeps a copy of the log and moves what is whole into the store.`;
  const found =
    log.tail === 'unreadable'
      ? `The log (${sizeOf(log.bytes)}) cannot be read, so what was only in it is not seen: its beginning is damaged.`
      : `${waiting}; the ${sizeOf(log.tailBytes)} after them are no whole transaction. After a kill in the middle of a write that is as it should be, and nothing acknowledged is missing; if something cut the file, the last writes are gone.`;
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
  clientToConnect?: string,
): readonly Finding[] {
  switch (exam.state) {
    case 'missing': {
      const fix =
        'The first session creates it: connect a client, or leave a handoff. If there should be one, check THROUGHLINE_HOME and THROUGHLINE_STORE.';
      const install = nextStep('client.install', { client: clientToConnect });
      const next = [install, nextStep('client.print-settings'), nextStep('session.end')];
      return [note('store', `There is no store at ${path} yet.`, fix, next)];
    }
    case 'foreign':
      return [
        error(
          'store',
          `${path} is no store of Throughline: ${exam.what}. It is never touched.`,
          'Set THROUGHLINE_STORE to another file, or move this one away yourself.',
        ),
      ];
    case 'newer':
      return [
        error(
          'schema',
          `${path} has schema version ${exam.version}; this program knows ${exam.newest}, refuses it, and never touches it.`,
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
        ok('integrity', `SQLite finds its pages in order (${exam.isFull ? 'full' : 'quick'} check).`),
        ...checkSchema(exam, path),
        ...checkIndexes(exam),
        checkCounters(exam),
        ...checkChecksums(exam.checksums),
        ...checkJsonColumns(exam.unreadable),
        checkJournal(exam.journal),
        checkDelivery(exam.lastDelivery),
        checkLog(exam.log, isInUse),
      ];
  }
}
