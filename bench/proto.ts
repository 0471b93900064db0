import { stopWordsFor, isGeneric } from '../src/search/stop-words.ts';
import { wordsOf, stemsOf, stem } from '../src/search/tokens.ts';
import { normalizeText } from '../src/domain/words.ts';
import { labelOf, withoutLabel } from '../src/search/speakers.ts';
import { longChats, type SearchSet, shortChats } from './search-sets.ts';

interface Msg { id: string; session: string; label: string; passages: Map<string, number>[]; all: Map<string, number>; len: number }
const sents = (t: string) => t;
function passagesOf(text: string, size: number, stride: number): string[][] {
  const w = wordsOf(text).map((x) => x);
  if (w.length <= size * 1.5) return [w as string[]];
  const out: string[][] = [];
  for (let i = 0; i < w.length; i += stride) { out.push(w.slice(i, i + size)); if (i + size >= w.length) break; }
  return out;
}
const count = (words: readonly string[]) => { const m = new Map<string, number>(); for (const w of words) for (const s of stemsOf(w)) m.set(s, (m.get(s) ?? 0) + 1); return m; };
export interface P { size: number; stride: number; user: number; nb: 'none' | 'add' | 'noisy'; add: number; later: number[]; earlier: number[]; tf: 'bm25' | 'sat'; idf: 'msg' | 'pass'; pow: number; generic: number; other: number; scale: number; all?: number; L?: number; T?: number; always?: boolean; askUser?: number; spk?: number; mode?: string }
function prep(set: SearchSet, p: P) {
  const by = new Map<string, Msg[]>();
  for (const r of set.records) {
    const label = labelOf(r.content) ?? '';
    const text = withoutLabel(r.content);
    const passages = passagesOf(text, p.size, p.stride).map(count);
    const list = by.get(r.projectId ?? '') ?? [];
    list.push({ id: r.id, session: r.sessionId ?? '', label, passages, all: count(wordsOf(text)), len: text.length });
    by.set(r.projectId ?? '', list);
  }
  return by;
}
const PAST = /\b(?:(?:did|have|had) you|you(?:'ve|’ve| have| had)? (?:(?:previously|already|just|also|once|earlier) )?(?:suggested|recommended|advised|proposed|explained|said|answered|told|mentioned|described|listed|gave|provided|helped|showed|wrote|outlined)|your (?:earlier |previous |last |first )?(?:suggest|recommend|advi[cs]e|answer|explan|propos|repl|respons)\w*|(?:was|were|been|got) (?:suggested|recommended|advised|proposed|answered|explained|told))\b/i;
const SUM = /\bsummar(?:y|ies|i[sz]\w+)\b|\brecap\b|\boverview\b/i;
const asks = (q: string, mode: string) => mode === 'none' ? false : PAST.test(q) || (mode === 'sum' && SUM.test(q)) || (mode === 'old' && ASKS.test(q));
const ASKS = /\b(?:you (?:suggest|recommend|advise|propose|explain|say|said|answer|tell|told|mention|describe|list|give|gave|provide|help)\w*|did you|have you|your (?:suggest|recommend|advice|answer|explan)\w*|suggested|recommended|summar\w+)\b/i;
function run(set: SearchSet, prepared: Map<string, Msg[]>, p: P) {
  const res = new Map<string, number[]>();
  const dfs = new Map<string, { df: Map<string, number>; n: number }>();
  for (const [proj, msgs] of prepared) {
    const df = new Map<string, number>(); let n = 0;
    for (const m of msgs) for (const c of p.idf === 'msg' ? [m.all] : m.passages) { n++; for (const k of c.keys()) df.set(k, (df.get(k) ?? 0) + 1); }
    dfs.set(proj, { df, n });
  }
  for (const q of set.questions) {
    if (q.right.size === 0) continue;
    const msgs = prepared.get(q.project) ?? [];
    const { df, n } = dfs.get(q.project) ?? { df: new Map(), n: 1 };
    const words = wordsOf(q.query).map(normalizeText);
    const stops = stopWordsFor(words);
    const labels = new Set(msgs.map((m) => m.label));
    const named = new Set(words.filter((w) => labels.has(w) && w !== 'user' && w !== 'assistant'));
    const terms = [...new Map(words.filter((w) => !stops.has(w) && !named.has(w)).map((w) => [stem(w), w])).entries()];
    const weight = terms.map(([s, w]) => { const d = df.get(s) ?? 0; return d === 0 ? 0 : (Math.log(1 + (n - d + .5) / (d + .5)) ** p.pow) * (isGeneric(w) ? p.generic : 1); });
    const sat = (tf: number) => tf === 0 ? 0 : p.tf === 'bm25' ? tf * 2.2 / (tf + 1.2) / 1 : 1 - .1 / tf;
    const best = msgs.map((m) => {
      let b = -1; let met: number[] = [];
      for (const c of m.passages) { const v = terms.map(([s]) => sat(c.get(s) ?? 0)); const sc = v.reduce((s, x, i) => s + x * (weight[i] ?? 0), 0); if (sc > b) { b = sc; met = v; } }
      return { b, met };
    });
    const asksUs = asks(q.query, p.mode ?? 'sum');
    const first = /\b(?:i|my|me|mine|i'm|i’m|we|our)\b/i.test(q.query);
    const score = msgs.map((m, i) => {
      const me = best[i]; if (me === undefined) return 0;
      let s = me.b;
      if (p.nb === 'add') { for (const j of [i - 1, i + 1]) if (msgs[j]?.session === m.session) s += p.add * (best[j]?.b ?? 0); }
      if (p.nb === 'noisy') {
        const keep = me.met.map((x) => 1 - Math.min(1, x));
        for (const [arr, dir] of [[p.later, -1], [p.earlier, 1]] as const) arr.forEach((share, k) => { const j = i + dir * (k + 1); if (msgs[j]?.session === m.session) { const g = share * p.scale * (p.L ? Math.min(1, p.L / (msgs[j]?.len ?? 1)) : 1) * (p.T ? Math.min(1, p.T / m.len) : 1) * (p.spk && first && !asksUs && msgs[j]?.label === 'assistant' ? p.spk : 1); best[j]?.met.forEach((x, t) => { keep[t] = (keep[t] ?? 1) * (1 - g * Math.min(1, x)); }); } });
        s = keep.reduce((a, x, t) => a + (1 - x) * (weight[t] ?? 0), 0);
      }
      if (p.all) s += p.all * Math.max(0, terms.reduce((a, [st], t) => a + sat(m.all.get(st) ?? 0) * (weight[t] ?? 0), 0) - me.b);
      if (m.label === 'assistant' && (first || p.always) && !asksUs) s /= p.user; if (m.label === 'user' && asksUs) s /= p.askUser ?? 1;
      if (named.size > 0 && !named.has(m.label)) s *= p.other;
      return s;
    });
    const top = score.map((s, i) => [s, i] as const).sort((a, b) => b[0] - a[0] || b[1] - a[1]).slice(0, 10).map(([, i]) => msgs[i]?.id ?? '');
    const r = top.filter((id) => q.right.has(id)).length / q.right.size;
    for (const k of ['all', q.kind]) res.set(k, [...(res.get(k) ?? []), r]);
  }
  return res;
}
const base: P = { size: 40, stride: 40, user: 3, nb: 'noisy', add: .3, later: [.5, .4, .3, .2, .1], earlier: [.4, .3, .2, .1], tf: 'sat', idf: 'pass', pow: 1, generic: .4, other: .5, scale: 1, L: 400, T: 400, always: true };
const variants: Record<string, Partial<P>> = {
  base: {}, nonb: { nb: 'none' }, user1: { user: 1 }, user2: { user: 2 }, user5: { user: 5 }, noisy: { nb: 'noisy' }, 'noisy sat': { nb: 'noisy', tf: 'sat' }, 'sat': { tf: 'sat' }, 'msg idf': { idf: 'msg' },
  'noisy sat .5': { nb: 'noisy', tf: 'sat', scale: .5 }, 'noisy sat 1step': { nb: 'noisy', tf: 'sat', later: [.4], earlier: [.3] }, 'noisy sat .5 msg': { nb: 'noisy', tf: 'sat', scale: .5, idf: 'msg' },
  'pow1.3': { pow: 1.3 }, gen1: { generic: 1 }, 'size60': { size: 60, stride: 60 }, 'size40/20': { stride: 20 }, 'size25': { size: 25, stride: 25 }, 'size60/30': { size: 60, stride: 30 }, 'all.15': { all: .15 }, whole: { size: 100000, stride: 100000 },
  ...JSON.parse(process.env.V ?? '{}'),
};
const beam = longChats(); const loco = shortChats();
const only = process.argv.slice(2);
for (const [name, v] of Object.entries(variants)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const p = { ...base, ...v };
  const out: string[] = [];
  for (const set of [beam, loco]) {
    if (set === undefined) continue;
    const r = run(set, prep(set, p), p);
    out.push([...r].map(([k, x]) => `${k.slice(0, 6)} ${(x.reduce((a, b) => a + b, 0) / x.length).toFixed(3)}`).join(' '));
  }
  console.log(name.padEnd(16), out.join('\n                 '));
}
