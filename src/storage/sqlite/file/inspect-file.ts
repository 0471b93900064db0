import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { storeDamaged, translateReadError } from '../errors.ts';
import { SUFFIXES } from './store-files.ts';

/** "THLN" in ASCII. It marks the SQLite files that are stores of Throughline. */
export const APPLICATION_ID = 0x54484c4e;

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\u0000';

type FileState =
  | { readonly state: 'missing' }
  | { readonly state: 'foreign'; readonly what: string }
  | { readonly state: 'unreadable'; readonly what: string; readonly hint: string }
  | { readonly state: 'damaged'; readonly bytes: number; readonly problems: readonly string[] }
  | { readonly state: 'present'; readonly bytes: number; readonly logBytes: number };

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });

/** Read without SQLite, because opening another program's database would already change it. */
function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** A header without any content is `gone`; one that names another program or format is described. */
function judgeHeader(header: Buffer): 'ours' | 'gone' | string {
  const isDatabase = header.toString('latin1', 0, MAGIC.length) === MAGIC;
  if (header.every((byte) => byte === 0)) return 'gone';
  if (header.length === HEADER_BYTES && header.readUInt32BE(68) === APPLICATION_ID)
    return isDatabase ? 'ours' : 'gone';
  if (!isDatabase) return 'it is not an SQLite database';
  return header.length < HEADER_BYTES ? 'gone' : 'it is an SQLite database of another program';
}

function promisedBytes(header: Buffer): number {
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return header.readUInt32BE(28) * pageSize;
}

/** SQLite looks for its logs beside the store, and gives up where something else has their name. */
function findObstacle(path: string): FileState | undefined {
  const obstacle = SUFFIXES.slice(1)
    .map((part) => `${path}${part}`)
    .find((name) => statOf(name)?.isFile() === false);
  if (obstacle === undefined) return undefined;
  return {
    state: 'unreadable',
    what: `${obstacle} is not a file, so SQLite cannot open ${path}.`,
    hint: `Move it away: mv ${obstacle} ${obstacle}.old. Throughline does not change it.`,
  };
}

function inspectOnce(path: string): FileState {
  const obstacle = findObstacle(path);
  if (obstacle !== undefined) return obstacle;
  const stats = statOf(path);
  const logBytes = statOf(`${path}-wal`)?.size ?? 0;
  const damaged = (problem: string): FileState => ({
    state: 'damaged',
    bytes: (stats?.size ?? 0) + logBytes,
    problems: [problem],
  });
  if (stats === undefined) {
    return logBytes > 0
      ? damaged('the file is gone, but its write-ahead log is still there')
      : { state: 'missing' };
  }
  if (!stats.isFile()) return { state: 'foreign', what: 'it is not a file' };
  if (stats.size === 0) return damaged('the file is empty (0 bytes)');
  const header = readHeader(path);
  const judged = judgeHeader(header);
  if (judged === 'gone') return damaged('the beginning of the file is gone');
  if (judged !== 'ours') return { state: 'foreign', what: judged };
  const promised = promisedBytes(header);
  // A crash in the middle of a checkpoint leaves a short file that the log still completes.
  if (logBytes === 0 && stats.size < promised) {
    return damaged(`the file has ${stats.size} bytes but its header requires ${promised}`);
  }
  return { state: 'present', bytes: stats.size, logBytes };
}

/** Other processes may write between two looks at a file, so what looks wrong is looked at this often. */
const MAX_LOOKS = 4;
const PAUSE_MS = 15;
const pauseBetweenLooks = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

/** What is at the path of a store. It is found without SQLite, which would change or refuse some of these files. */
export function inspectFile(path: string): FileState {
  for (let count = 1; count < MAX_LOOKS; count += 1) {
    try {
      const file = inspectOnce(path);
      if (file.state === 'present' || file.state === 'missing') return file;
    } catch {
      // Another process may have moved it just now.
    }
    pauseBetweenLooks();
  }
  return inspectOnce(path);
}

/** A store is linked into place when it is whole, so an empty, foreign or shortened file is damage, never "no store". */
export function hasStore(path: string): boolean {
  try {
    const file = inspectFile(path);
    if (file.state === 'present' || file.state === 'missing') return file.state === 'present';
    throw storeDamaged(path, file.state === 'damaged' ? file.problems.join() : file.what.replace(/\.$/, ''));
  } catch (error) {
    throw translateReadError(error, path);
  }
}
