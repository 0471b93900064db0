import { openDatabase } from '../../src/storage/sqlite/driver.ts';

/** Takes the write lock of a store, as another process that writes; call the answer to release it. */
export function holdLock(path: string): () => void {
  const holder = openDatabase(path);
  holder.exec('BEGIN IMMEDIATE');
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holder.exec('ROLLBACK');
    holder.close();
  };
}
