import type { CandidateKey, SearchIndex, TextSource } from '../../app/ports/search-index.ts';
import type { Connection } from './connection.ts';
import { isContentSound } from './digests.ts';
import { createFind } from './find-candidates.ts';
import { createRead } from './read-texts.ts';
import { TABLES } from './scope-clauses.ts';
import { keyOf, seqsOf } from './search-rows.ts';
import { raw } from './sql.ts';

export function createSearchIndex(connection: Connection, workspace: string): SearchIndex {
  const damagedIn = (source: TextSource, seqs: readonly number[]): readonly CandidateKey[] =>
    seqs.length === 0
      ? []
      : connection.all`SELECT r.seq, r.content, r.digest FROM json_each(${JSON.stringify(seqs)}) AS wanted
          CROSS JOIN ${raw(TABLES[source].rows)} r ON r.seq = wanted.value WHERE r.workspace = ${workspace}`
          .filter((row) => !isContentSound(row))
          .map(({ seq }) => keyOf(source, Number(seq)));

  return {
    find: createFind(connection, workspace),
    read: createRead(connection, workspace),
    async listDamaged(keys) {
      return [...damagedIn('records', seqsOf(keys, 'records')), ...damagedIn('texts', seqsOf(keys, 'texts'))];
    },
  };
}
