import { withSet, searchIn } from './ask-sets.ts';
import { plainRecord, randomFrom, SEED } from './fill-store.ts';
import { quantile } from './measure.ts';
import { anyWord, commonWord, middlingWord, rareWord } from './zipf-words.ts';
const count = Number(process.argv[2] ?? 100000);
const longShare = Number(process.argv[3] ?? 20);
const random = randomFrom(SEED);
const now = Date.now();
const records = Array.from({ length: count }, (_, i) => {
  const words = i % longShare === 0 ? 700 : 12;
  return plainRecord(`rec_${i}`, 'p', `${i} ${Array.from({ length: words }, () => anyWord(random())).join(' ')}.`, new Date(now - (count - i) * 60000).toISOString());
});
console.log('made');
await withSet({ name: 'x', records, questions: [] }, async (store, folder) => {
  const search = searchIn(store, folder);
  const t0 = performance.now(); await search({ query: 'first search words', project: 'p' }); console.log('first', (performance.now() - t0).toFixed(1));
  for (const [kind, of] of Object.entries({ rare: [rareWord, rareWord, rareWord], mixed: [rareWord, middlingWord, commonWord], common: [commonWord, commonWord, commonWord], middling: [middlingWord, middlingWord, middlingWord], six: [middlingWord, middlingWord, middlingWord, rareWord, commonWord, commonWord] })) {
    const t: number[] = [];
    for (let i = 0; i < 105; i++) { const query = of.map((w) => w(random())).join(' '); const b = performance.now(); await search({ query, project: 'p' }); t.push(performance.now() - b); }
    const u = t.slice(5);
    console.log(kind, 'p50', quantile(u, .5).toFixed(1), 'p95', quantile(u, .95).toFixed(1));
  }
});
