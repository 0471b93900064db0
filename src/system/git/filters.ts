import { outputOf, type RunGit } from './run-git.ts';

const MAX_FILTERS = 32;
const MAX_SUSPECTS = 256;
const PLAIN = /^[\w./ -]{1,100}$/;

/** Takes the programs away from the filters that are configured. `diff-files` compares the content of files that
 *  are as new as the index, and would run them. Undefined when a name cannot be given safely: `-c` ends a key at
 *  the first `=`. */
export function withoutFilters(filters: readonly string[]): string[] | undefined {
  if (filters.length > MAX_FILTERS || !filters.every((name) => PLAIN.test(name))) return undefined;
  return filters.flatMap((name) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((rest) => ['-c', `filter.${name}.${rest}`]),
  );
}

/** Those of the paths that one of the filters stands in front of. */
export async function listFiltered(
  run: RunGit,
  filters: readonly string[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (filters.length === 0 || paths.length === 0) return new Set();
  const input = paths
    .slice(0, MAX_SUSPECTS)
    .map((path) => `${path}\0`)
    .join('');
  const answer = outputOf(
    await run(['check-attr', '-z', '--stdin', 'filter'], { input, maxBytes: 1024 * 1024 }),
  );
  const fields = answer?.toString('utf8').split('\0') ?? [];
  const filtered = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , filter = ''] = fields.slice(at, at + 3);
    if (filters.includes(filter)) filtered.add(path);
  }
  return filtered;
}
