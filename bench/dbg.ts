import { withSet, } from './ask-sets.ts';
import { gather } from '../src/app/search/gather.ts';
import { docOf } from '../src/app/search/searched-doc.ts';
import { instantFromMs } from '../src/domain/instant.ts';
import { applyCutoff } from '../src/search/cutoff.ts';
import { parseQuery } from '../src/search/parse-query.ts';
import { rank } from '../src/search/rank.ts';
import { WEIGHTS } from '../src/search/weights.ts';
import { longChats, notes } from './search-sets.ts';
const now = Date.now();
for (const name of process.argv.slice(2)) {
  const set = name === 'beam' ? longChats() : notes(name);
  if (set === undefined) continue;
  await withSet(set, async (store) => {
    for (const q of set.questions) {
      if (name === 'beam' && q.right.size > 0) continue;
      const query = parseQuery(q.query, now);
      const { terms, texts } = await gather({ index: store.search, scope: { projectIds: [q.project, null], isLiveAt: instantFromMs(now) }, sources: ['records'] }, query);
      const { ranked, asked } = rank(query, terms, texts.map(docOf), now, WEIGHTS);
      const kept = applyCutoff(ranked, asked);
      const idOf = new Map(texts.map((t) => [t.key as string, t.id]));
      const ids = kept.map((k) => idOf.get(k.doc.key) ?? '');
      const bad = ids.filter((id) => !q.right.has(id));
      const missed = [...q.right].filter((id) => !ids.includes(id));
      if (bad.length === 0 && missed.length === 0) continue;
      console.log(`\n[${query.form}] ${q.kind} ${missed.length > 0 ? 'MISSED' : ''} ${bad.length > 0 ? 'EXTRA' + bad.length : ''}: ${q.query.slice(0, 160)}`);
      console.log('   ', asked.map((a) => `${a.term.word}:${a.weight.toFixed(2)}${a.isUnknown ? '?' : ''}`).join(' '));
      for (const k of ranked.filter((r) => { const id = idOf.get(r.doc.key) ?? ''; return q.right.has(id) || ids.slice(0, 4).includes(id); }).slice(0, 5))
        console.log(`    ${q.right.has(idOf.get(k.doc.key) ?? '') ? 'R' : ' '}${ids.includes(idOf.get(k.doc.key) ?? '') ? '*' : ' '} ${k.confidence.toFixed(2)} ${k.score.toFixed(2)} <${k.doc.subjects.join('|')}> ${k.doc.text.slice(k.passage.from > 200 ? k.passage.from - 20 : 0).slice(0, 110).replaceAll('\n', ' ')} {${asked.filter((_, i) => (k.anywhere[i] ?? 0) > 0).map((a) => a.term.word).join(' ')}}`);
    }
  });
}
