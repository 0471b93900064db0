import { wordsOf } from '../../search/tokens.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { searchMemory } from '../search-memory.ts';

/** A question with a time and an order, so that the rules for them are compiled as well. */
const QUESTION = 'When did we first decide that, and what did you suggest since 2025:';
const SEARCHES = 3;
const WORDS = 4;

/**
 * Searches for words of the newest records and drops the results. The first searches of a process take several times as long as
 * later ones: code and patterns are compiled, and the index is read from disk. Changes nothing, calls no embedder and never fails.
 */
export async function warmSearch(
  deps: Pick<Deps, 'clock' | 'folders' | 'games' | 'readOff' | 'redactor' | 'settings' | 'store'>,
  caller: Caller,
  nextTurn: () => Promise<unknown>,
): Promise<void> {
  const reading = { ...deps, embedder: undefined };
  try {
    const { results } = await searchMemory(reading, caller, { query: '', limit: SEARCHES });
    for (const { passage } of results) {
      // A call of the client may be waiting.
      await nextTurn();
      const words = wordsOf(passage).slice(0, WORDS).join(' ');
      await searchMemory(reading, caller, { query: `${QUESTION} ${words}` });
    }
  } catch {
    // The store may be locked, damaged or closed; the call that needs it reports that.
  }
}
