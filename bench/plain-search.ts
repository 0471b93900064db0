import { stopWordsFor } from '../src/search/stop-words.ts';
import { wordsOf } from '../src/search/tokens.ts';
import { openDatabase } from '../src/storage/sqlite/driver.ts';

/** What everybody would try first, to compare with: FTS5 with Porter's stems, asking words left out, any word, bm25. */
export function plainSearch(texts: readonly { readonly id: string; readonly text: string }[]) {
  const database = openDatabase(':memory:');
  database.exec("CREATE VIRTUAL TABLE turns USING fts5 (text, tokenize = 'porter unicode61')");
  const insert = database.prepare('INSERT INTO turns (rowid, text) VALUES (?, ?)');
  for (const [index, { text }] of texts.entries()) insert.run(index + 1, text);
  return (question: string): readonly string[] => {
    const words = wordsOf(question.toLowerCase());
    const stops = stopWordsFor(words);
    const telling = words.filter((word) => !stops.has(word));
    const expression = (telling.length > 0 ? telling : words).map((word) => `"${word}"`).join(' OR ');
    // Prepared each time: a statement alone does not keep its database open.
    return database
      .prepare('SELECT rowid FROM turns WHERE turns MATCH ? ORDER BY bm25(turns) LIMIT 20')
      .all(expression)
      .map(({ rowid }) => texts[Number(rowid) - 1]?.id ?? '');
  };
}
