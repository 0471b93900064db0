import { wordsOf } from '../../search/tokens.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { CandidateKey, FindRequest, ReadRequest, SearchIndex } from '../ports/search-index.ts';
import { searchMemory } from '../search-memory.ts';

/**
 * A question with a time and an order, so that the rules for them are compiled as well. Asked once: words that no text contains
 * take several times as long to look up as others.
 */
const QUESTION = 'When did we first decide that, and what did you suggest since 2025:';
const SEARCHES = 20;
const WORDS = 4;

/** The same index, asked one thing at a time. */
function inSteps(index: SearchIndex, nextStep: () => Promise<unknown>): SearchIndex {
  const askEach =
    <Request, Result>(ask: (requests: readonly Request[]) => Promise<readonly Result[]>) =>
    async (requests: readonly Request[]) => {
      const results: Result[] = [];
      for (const request of requests) {
        await nextStep();
        results.push(...(await ask([request])));
      }
      await nextStep();
      return results;
    };
  return {
    find: askEach((requests: readonly FindRequest[]) => index.find(requests)),
    read: askEach((requests: readonly ReadRequest[]) => index.read(requests)),
    listDamaged: askEach((keys: readonly CandidateKey[]) => index.listDamaged(keys)),
  };
}

/**
 * Searches for words of the newest records and drops the results. The first searches of a process take several times as long as
 * later ones: code and patterns are compiled, and the index is read from disk. Changes nothing, calls no embedder and never fails.
 * Waits for `nextStep` before each step, and ends if that rejects.
 */
export async function warmSearch(
  deps: Pick<Deps, 'clock' | 'folders' | 'games' | 'readOff' | 'redactor' | 'settings' | 'store'>,
  caller: Caller,
  nextStep: () => Promise<unknown>,
): Promise<void> {
  const store = { ...deps.store, search: inSteps(deps.store.search, nextStep) };
  const reading = { ...deps, store, embedder: undefined };
  try {
    const { results } = await searchMemory(reading, caller, { query: '', limit: SEARCHES });
    for (const [index, { passage }] of results.entries()) {
      const words = wordsOf(passage).slice(0, WORDS).join(' ');
      await searchMemory(reading, caller, { query: index === 0 ? `${QUESTION} ${words}` : words });
    }
  } catch {
    // The store may be locked, damaged or closed; the call that needs it reports that.
  }
}
