import { gatherAll, measureAll, WITHOUT } from './ablation.ts';
const f = (v: number) => v.toFixed(3).replace(/^0/, '');
const now = Date.now();
const gathered = await gatherAll(now, ['dev']);
const extra = JSON.parse(process.env.W ?? '{}');
const rows = process.argv.includes('-a') ? { ...WITHOUT, ...extra } : { 'as it is': {}, ...extra };
for (const [name, change] of Object.entries(rows))
  console.log(name.slice(0, 28).padEnd(28), measureAll(gathered, change as object, now).map((o) => `${o.name.slice(0, 7)} ${f(o.recall)} ${f(o.mrr)} (${f(o.precisionAtDefault)} ${f(o.recallAtDefault)} ${f(o.silence)})`).join(' | '));
