import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Leftover } from '../../../app/ports/doctor.ts';
import { instantFromMs } from '../../../domain/instant.ts';
import { attempt } from '../../../lib/attempt.ts';

/** In order: the draft of a copy is a draft. */
const KINDS: readonly (readonly [RegExp, Leftover['kind']])[] = [
  [/\.new-[0-9a-f]+/, 'draft'],
  [/\.damaged-/, 'damaged'],
  [/\.bak$/, 'copy'],
];

/** What lies beside a store and is not part of it. */
export function listLeftovers(store: string): readonly Leftover[] {
  const folder = dirname(store);
  const own = basename(store);
  return (attempt(() => readdirSync(folder)) ?? [])
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
