import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Leftover } from '../../../app/ports/doctor.ts';
import { instantFromMs } from '../../../domain/instant.ts';
import {
  HEADER_BYTES,
  hasOwnId,
  isDatabase,
  MAX_LOOKS,
  pauseBetweenLooks,
  promisedBytes,
  readHeader,
} from '../file/inspect-file.ts';
import { SUFFIXES } from '../file/store-files.ts';

type FileExam =
  | { readonly state: 'missing' }
  | { readonly state: 'foreign'; readonly what: string }
  | { readonly state: 'unreadable'; readonly what: string; readonly hint: string }
  | { readonly state: 'damaged'; readonly bytes: number; readonly problems: readonly string[] }
  | { readonly state: 'present'; readonly bytes: number; readonly logBytes: number };

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

/** A header without any content is `gone`; one that names another program or format is described. */
function judgeHeader(header: Buffer): 'ours' | 'gone' | string {
  if (header.every((byte) => byte === 0)) return 'gone';
  if (header.length === HEADER_BYTES && hasOwnId(header)) return isDatabase(header) ? 'ours' : 'gone';
  if (!isDatabase(header)) return 'it does not begin as an SQLite database does';
  return header.length < HEADER_BYTES ? 'gone' : 'it is an SQLite database, but not one of Throughline';
}

/** SQLite looks for its logs beside the store, and gives up where something else has their name. */
function findObstacle(path: string): FileExam | undefined {
  const obstacle = SUFFIXES.slice(1)
    .map((part) => `${path}${part}`)
    .find((name) => statOf(name)?.isFile() === false);
  if (obstacle === undefined) return undefined;
  return {
    state: 'unreadable',
    what: `${obstacle} is something else than a file, so SQLite cannot open ${path}.`,
    hint: `Move it away yourself: mv ${obstacle} ${obstacle}.old. It is never touched.`,
  };
}

function look(path: string): FileExam {
  const obstacle = findObstacle(path);
  if (obstacle !== undefined) return obstacle;
  const stats = statOf(path);
  const logBytes = statOf(`${path}-wal`)?.size ?? 0;
  const damaged = (problem: string): FileExam => ({
    state: 'damaged',
    bytes: (stats?.size ?? 0) + logBytes,
    problems: [problem],
  });
  if (stats === undefined) {
    return logBytes > 0
      ? damaged('the file is gone, but its write-ahead log is still there')
      : { state: 'missing' };
  }
  if (!stats.isFile()) return { state: 'foreign', what: 'it is something else than a file' };
  if (stats.size === 0) return damaged('the file is empty (0 bytes)');
  const header = readHeader(path);
  const judged = judgeHeader(header);
  if (judged === 'gone') return damaged('the beginning of the file is gone');
  if (judged !== 'ours') return { state: 'foreign', what: judged };
  const promised = promisedBytes(header);
  // A crash in the middle of a checkpoint leaves a short file that the log still completes.
  if (logBytes === 0 && stats.size < promised) {
    return damaged(`the file has ${stats.size} bytes where its header promises ${promised}`);
  }
  return { state: 'present', bytes: stats.size, logBytes };
}

/** What is at the path of the store. It is found without SQLite, which would change or refuse some of these files. */
export function examineFile(path: string): FileExam {
  for (let count = 1; count < MAX_LOOKS; count += 1) {
    const exam = look(path);
    if (exam.state === 'present' || exam.state === 'missing') return exam;
    pauseBetweenLooks();
  }
  return look(path);
}

/** In order: the draft of a copy is a draft. */
const KINDS: readonly (readonly [RegExp, Leftover['kind']])[] = [
  [/\.new-[0-9a-f]+/, 'draft'],
  [/\.damaged-/, 'damaged'],
  [/\.bak$/, 'copy'],
];

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** What lies beside a store and is not part of it. */
export function listLeftovers(store: string): readonly Leftover[] {
  const folder = dirname(store);
  const own = basename(store);
  return namesIn(folder)
    .filter((name) => name.startsWith(`${own}.`) || name.startsWith(`${own}-`))
    .sort()
    .flatMap((name) => {
      const kind = KINDS.find(([pattern]) => pattern.test(name.slice(own.length)))?.[1];
      const path = join(folder, name);
      const stats = kind === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      if (kind === undefined || !stats?.isFile()) return [];
      return [{ path, kind, bytes: stats.size, changedAt: instantFromMs(stats.mtimeMs) }];
    });
}
