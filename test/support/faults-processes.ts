import { readdirSync, readFileSync } from 'node:fs';

/** Processes that carry the mark in their environment, however they were started (Linux). */
export function processesMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}
