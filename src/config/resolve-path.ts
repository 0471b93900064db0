import { isAbsolute, resolve } from 'node:path';

export interface PathPlace {
  /** What a relative path starts from. */
  readonly base: string;
  /** The person's home folder: what `~` stands for. */
  readonly homeDir: string;
}

/** An absolute path, or in words why it is not one; guessing here would open another store without a word. */
export function resolvePath(
  path: string,
  { base, homeDir }: PathPlace,
): { path: string } | { problem: string } {
  if (path.includes('\0')) return { problem: 'contains a NUL character' };
  if (/^(?:[a-z][a-z\d+.-]+:\/\/|file:|:memory:$)/i.test(path)) {
    return { problem: 'must be a path, not a URL or a name with a special meaning' };
  }
  if (/\$\{|^\$\w|^%\w+%/.test(path)) return { problem: 'contains a variable that nobody has expanded' };
  if (/^~[^/\\]/.test(path)) return { problem: 'begins with ~ and a name, which is not expanded' };
  if (!path.startsWith('~')) return { path: resolve(base, path) };
  if (!isAbsolute(homeDir)) return { problem: "begins with ~, and the person's home folder is not known" };
  return { path: resolve(homeDir, `.${path.slice(1)}`) };
}
