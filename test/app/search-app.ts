import type { SearchMemoryInput } from '../../src/app/search/answer.ts';
import type { SearchHit } from '../../src/app/search/show-hits.ts';
import { client, minutes, openTestApp } from './test-app.ts';

/** A project in which records are kept one a minute, and searched. */
export function openSearchApp(caller = client()) {
  const at = openTestApp();
  const keep = async (content: string, more: object = {}): Promise<string> => {
    at.pass(minutes(1));
    return (await at.services.storeMemory(caller, { content, ...more })).record.id;
  };
  const search = (query: string, more: Partial<SearchMemoryInput> = {}) =>
    at.services.searchMemory(caller, { query, ...more });
  const hits = async (query: string, more: Partial<SearchMemoryInput> = {}): Promise<readonly SearchHit[]> =>
    (await search(query, more)).results;
  const texts = async (query: string, more: Partial<SearchMemoryInput> = {}) =>
    (await hits(query, more)).map(({ record }) => record.content);
  return { ...at, caller, keep, search, hits, texts };
}
