import { writeFileSync } from 'node:fs';
import { askInProcess, type Asked } from './ask-sets.ts';
import { plainSearch } from './plain-search.ts';
import { longChats, notes, NOTES, type SearchSet, shortChats } from './search-sets.ts';

const mean = (v: readonly number[]) => v.length === 0 ? 0 : v.reduce((s, x) => s + x, 0) / v.length;
const f = (v: number) => v.toFixed(3);
const rec = (k: number, of: (a: Asked) => readonly string[]) => (a: Asked) => of(a).slice(0, k).filter((id) => a.right.has(id)).length / a.right.size;
const mrr = (of: (a: Asked) => readonly string[]) => (a: Asked) => { const i = of(a).findIndex((id) => a.right.has(id)); return i < 0 ? 0 : 1 / (i + 1); };

function chats(set: SearchSet, asked: readonly Asked[]) {
  const byProject = new Map<string, ReturnType<typeof plainSearch>>();
  for (const p of new Set(set.records.map((r) => r.projectId ?? '')))
    byProject.set(p, plainSearch(set.records.filter((r) => r.projectId === p).map((r) => ({ id: r.id, text: r.content }))));
  const ok = asked.filter((a) => a.right.size > 0);
  const plain = new Map(ok.map((a) => [a, byProject.get(a.project)?.(a.query) ?? []]));
  const pl = (a: Asked) => plain.get(a) ?? [];
  console.log(`== ${set.name}: ${ok.length} questions`);
  const line = (name: string, some: readonly Asked[]) => console.log(
    name.padEnd(26), `r5 ${f(mean(some.map(rec(5, (a) => a.hits))))} r10 ${f(mean(some.map(rec(10, (a) => a.hits))))} mrr ${f(mean(some.map(mrr((a) => a.hits))))} | default r5 ${f(mean(some.map(rec(5, (a) => a.hitsAtDefault))))} r10 ${f(mean(some.map(rec(10, (a) => a.hitsAtDefault))))} mrr ${f(mean(some.map(mrr((a) => a.hitsAtDefault))))} n ${mean(some.map((a) => a.hitsAtDefault.length)).toFixed(1)} | fts r5 ${f(mean(some.map(rec(5, pl))))} r10 ${f(mean(some.map(rec(10, pl))))} mrr ${f(mean(some.map(mrr(pl))))}`);
  line('all', ok);
  for (const kind of new Set(ok.map((a) => a.kind))) line(kind, ok.filter((a) => a.kind === kind));
  const none = asked.filter((a) => a.right.size === 0);
  if (none.length > 0) console.log('silent', none.filter((a) => a.hitsAtDefault.length === 0).length, 'of', none.length);
}
function noteset(set: SearchSet, asked: readonly Asked[]) {
  const ok = asked.filter((a) => a.right.size > 0);
  const none = asked.filter((a) => a.right.size === 0);
  const returned = ok.reduce((s, a) => s + a.hitsAtDefault.length, 0);
  const right = ok.reduce((s, a) => s + a.hitsAtDefault.filter((id) => a.right.has(id)).length, 0);
  console.log(`== ${set.name}: P ${f(right / returned)} R ${f(mean(ok.map(rec(10, (a) => a.hitsAtDefault))))} silence ${f(none.filter((a) => a.hitsAtDefault.length === 0).length / none.length)} (${none.length}) | min0 r3 ${f(mean(ok.map(rec(3, (a) => a.hits))))} mrr ${f(mean(ok.map(mrr((a) => a.hits))))}`);
  for (const kind of new Set(ok.map((a) => a.kind))) {
    const some = ok.filter((a) => a.kind === kind);
    const ret = some.reduce((s, a) => s + a.hitsAtDefault.length, 0);
    const rt = some.reduce((s, a) => s + a.hitsAtDefault.filter((id) => a.right.has(id)).length, 0);
    if (process.argv.includes('-v')) console.log('  ', kind.padEnd(14), some.length, `P ${f(rt / ret)} R ${f(mean(some.map(rec(10, (a) => a.hitsAtDefault))))}`);
  }
}
const which = process.argv.slice(2).filter((a) => !a.startsWith('-'));
const began = Date.now();
for (const [name, read] of [['beam', longChats], ['locomo', shortChats], ...[...NOTES, 'dev'].map((n) => [n, () => notes(n)] as const)] as const) {
  if (which.length > 0 && !which.includes(name)) continue;
  const set = read();
  if (set === undefined) continue;
  const asked = await askInProcess(set);
  const text = new Map(set.records.map((r) => [r.id, r]));
  writeFileSync(`/tmp/lab/${name}.json`, JSON.stringify(asked.map((a) => ({ ...a, right: [...a.right], project: a.project })), null, 1));
  void text;
  if (name === 'beam' || name === 'locomo') chats(set, asked); else noteset(set, asked);
  console.log(`   ${Date.now() - began} ms`);
}
