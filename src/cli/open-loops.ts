import type { RecordView } from '../app/views/entity-views.ts';
import { conflict, notFound } from '../domain/error.ts';
import { quoteInline } from '../domain/quote-text.ts';
import { collectPages } from '../lib/lists.ts';
import type { CommandContext } from './define-command.ts';
import { oneLine } from './terminal-text.ts';

const MAX_PAGES = 50;

/** Every open loop of the project and every global one, oldest first. */
export async function listLoops({
  services,
  caller,
  project,
}: Pick<CommandContext, 'services' | 'caller' | 'project'>): Promise<readonly RecordView[]> {
  const loops = await collectPages(MAX_PAGES, async (cursor) => {
    const input = { type: 'open_loop' as const, project, limit: 200, cursor };
    const { memories, next_cursor } = await services.listMemories(caller, input);
    return { items: memories, next: next_cursor };
  });
  return loops.toReversed();
}

const normalized = (text: string) => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const MAX_SHOWN = 5;

function filterMatching(loops: readonly RecordView[], given: string): readonly RecordView[] {
  const wanted = normalized(given);
  const same = loops.filter(({ content }) => normalized(content) === wanted);
  return same.length > 0
    ? same
    : loops.filter(({ content }) => wanted !== '' && normalized(content).includes(wanted));
}

function findOnlyMatch(loops: readonly RecordView[], given: string): RecordView {
  const found = filterMatching(loops, given);
  const [first] = found;
  const isSame = found.every(({ content }) => content === first?.content);
  if (first !== undefined && (found.length === 1 || isSame)) return first;
  if (first === undefined) {
    throw notFound(
      'open_loop_not_found',
      `No open loop of this project contains ${JSON.stringify(given)}.`,
      'Run throughline loops to list them with their ids; nothing was written.',
    );
  }
  throw conflict(
    'open_loop_ambiguous',
    `${found.length} open loops contain ${JSON.stringify(given)}.`,
    'Pass the id of one of them, or more of its words; nothing was written.',
    {
      allowed: found
        .slice(0, MAX_SHOWN)
        .map(({ id, content }) => `${id} ${quoteInline(oneLine(content).slice(0, 60).toWellFormed())}`),
    },
  );
}

/** Finds loops by text: all words together if that matches, else each quoted argument by itself. */
export function matchLoops(loops: readonly RecordView[], words: readonly string[]): readonly RecordView[] {
  const whole = words.join(' ');
  if (words.length === 1 || filterMatching(loops, whole).length > 0) return [findOnlyMatch(loops, whole)];
  const isUnquoted = words.every((word) => !/\s/.test(word));
  return isUnquoted ? [findOnlyMatch(loops, whole)] : words.map((word) => findOnlyMatch(loops, word));
}
