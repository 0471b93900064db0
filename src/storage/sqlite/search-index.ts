import type { CandidateKey, SearchIndex, TextSource } from '../../app/ports/search-index.ts';
import type { Connection } from './connection.ts';
import { isContentSound } from './digests.ts';
import { createFind } from './find-candidates.ts';
import { createRead } from './read-texts.ts';
import { TABLES } from './scope-clauses.ts';
import { keyOf, seqsOf } from './search-rows.ts';

export function createSearchIndex(connection: Connection, workspace: string): SearchIndex {
  const damagedIn = (source: TextSource, seqs: readonly number[]): readonly CandidateKey[] =>
    seqs.length === 0
      ? []
      : connection
          .all(
            `SELECT r.seq, r.content, r.digest FROM json_each(?) AS wanted
             CROSS JOIN ${TABLES[source].rows} r ON r.seq = wanted.value WHERE r.workspace = ?`,
            JSON.stringify(seqs),
            workspace,
          )
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
