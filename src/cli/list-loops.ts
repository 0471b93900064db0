import type { Caller } from '../app/caller.ts';
import type { Services } from '../app/services.ts';
import type { RecordView } from '../app/views/record-view.ts';

const MAX_PAGES = 50;

/** Every open loop of the project and what is global, oldest first. */
export async function listLoops(
  services: Services,
  caller: Caller,
  project: string | undefined,
): Promise<readonly RecordView[]> {
  const loops: RecordView[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { memories, next_cursor } = await services.listMemories(caller, {
      type: 'open_loop',
      project,
      limit: 200,
      cursor,
    });
    loops.push(...memories);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return loops.toReversed();
}
