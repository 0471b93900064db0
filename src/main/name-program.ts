import { realpathSync } from 'node:fs';

const CELLAR = /\/Cellar\/([^/]+)\/[^/]+\//;

const sameFile = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
};

/** Homebrew keeps each version in a folder of its own, which goes with the next; its link to the newest stays. */
export function lastingNode(node: string): string {
  const link = node.replace(CELLAR, '/opt/$1/');
  return link !== node && sameFile(link, node) ? link : node;
}

/** npm empties the folder in which npx keeps what it runs. */
export const isPassing = (path: string): boolean => /[/\\]_npx[/\\]/.test(path);
