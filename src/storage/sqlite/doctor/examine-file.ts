import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { APPLICATION_ID } from '../application-id.ts';

const HEADER_BYTES = 100;
const APPLICATION_ID_AT = 68;
const MAGIC = 'SQLite format 3\u0000';
const LOOKS = 4;
const PAUSE_MS = 15;

export type FileExam =
  | { readonly state: 'missing' }
  | { readonly state: 'foreign'; readonly what: string }
  | { readonly state: 'unreadable'; readonly what: string; readonly hint: string }
  | { readonly state: 'damaged'; readonly bytes: number; readonly problems: readonly string[] }
  | { readonly state: 'present'; readonly bytes: number; readonly logBytes: number };

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** Ours by its own mark, or so far gone that it says nothing at all; whatever says something else is not ours. */
function judgeHeader(header: Buffer): 'ours' | 'gone' | string {
  if (header.every((byte) => byte === 0)) return 'gone';
  const isDatabase = header.toString('latin1', 0, MAGIC.length) === MAGIC;
  if (header.length < HEADER_BYTES)
    return isDatabase ? 'gone' : 'it does not begin as an SQLite database does';
  if (header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID) return isDatabase ? 'ours' : 'gone';
  return isDatabase
    ? 'it is an SQLite database, but not one of Throughline'
    : 'it does not begin as an SQLite database does';
}

/** SQLite looks for its logs beside the store, and gives up where something else has their name. */
function findObstacle(path: string): FileExam | undefined {
  const obstacle = ['-wal', '-shm', '-journal']
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
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const promised = header.readUInt32BE(28) * pageSize;
  // A crash in the middle of a checkpoint leaves a short file that the log still completes.
  if (logBytes === 0 && stats.size < promised) {
    return damaged(`the file has ${stats.size} bytes where its header promises ${promised}`);
  }
  return { state: 'present', bytes: stats.size, logBytes };
}

/** What lies where the store should be, told before SQLite opens it. Others may write meanwhile: look again. */
export function examineFile(path: string): FileExam {
  for (let count = 1; count < LOOKS; count += 1) {
    const exam = look(path);
    if (exam.state === 'present' || exam.state === 'missing') return exam;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return look(path);
}
