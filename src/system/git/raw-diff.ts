/** Only times and hashes are compared: no content, and so no external diff, no text conversion, no submodule. */
export const RAW = [
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
];
export const LIST_BYTES = 4 * 1024 * 1024;

export interface RawChange {
  readonly oldMode: string;
  readonly newMode: string;
  /** Of the older side: for `diff-files` that is the index. */
  readonly oldId: string;
  /** A, D, M, T or U. */
  readonly status: string;
  readonly path: string;
}

const META = /^:(\d{6}) (\d{6}) ([0-9a-f]+) [0-9a-f]+ ([A-Z])/;

/** The answer of `git diff-… --raw -z`, of which the end may be missing. */
export function parseRawDiff(output: Buffer): RawChange[] {
  const fields = output.toString('utf8').split('\0');
  const changes: RawChange[] = [];
  // After the last NUL comes nothing, or half of something.
  for (let at = 0; at + 2 < fields.length; at += 2) {
    const [, oldMode, newMode, oldId, status] = META.exec(fields[at] ?? '') ?? [];
    const path = fields[at + 1];
    if (!oldMode || !newMode || !oldId || !status || !path) break;
    changes.push({ oldMode, newMode, oldId, status, path });
  }
  return changes;
}

/** Paths that end in NUL, of which the last may be missing its end. */
export const parsePaths = (output: Buffer): string[] => output.toString('utf8').split('\0').slice(0, -1);
