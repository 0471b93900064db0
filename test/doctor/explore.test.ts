import { copyFileSync, readFileSync, writeFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { salvageStore } from '../../src/storage/sqlite/salvage-store.ts';
import { withDatabase, findDamage } from '../support/faults-store.ts';
import { WHOLE_HANDOFF } from '../support/faults-handoff.ts';
import { StdioClient } from '../support/stdio-client.ts';

it('explore', async () => {
  const root = mkdtempSync('/tmp/dexp-');
  const client = await StdioClient.open({ home: root, cwd: root });
  for (let i = 0; i < 25; i++) {
    const { session } = await client.facts('start_session', { resume: false, project: `p${i % 9}` });
    for (let n = 0; n < 6; n++) await client.facts('add_session_note', { summary: `Note ${i}.${n} ${'x'.repeat(i === 7 ? 15000 : 300)}`, session_id: session.session_id });
    await client.facts('end_session', { ...WHOLE_HANDOFF, checkpoint: `cp ${i} ${'y'.repeat(i===3?30000:10)}`, summary_notes: `s ${i}`, decisions: Array.from({ length: 40 }, (_, d) => `Decision ${i} ${d} about things that matter`), session_id: session.session_id });
  }
  await client.close();
  const store = join(root, 'store.db');
  const whole = readFileSync(store);
  const tables = withDatabase(store, (d) => d.prepare("select name from sqlite_master where type='table' and sql not like 'CREATE VIRTUAL%' and name not like 'sqlite_%' and name not like '%_text_%' and name <> 'schema_migrations'").all().map((r) => String(r.name)));
  const dump = (path: string) => withDatabase(path, (d) => Object.fromEntries(tables.map((t) => [t, d.prepare(`select rowid as _r, * from ${t} order by rowid`).all()])));
  const before = dump(store);
  console.log(Object.fromEntries(Object.entries(before).map(([t, r]) => [t, r.length])), whole.length / 4096, 'pages');
  let bad = 0;
  const t0 = performance.now();
  for (let page = 1; page <= whole.length / 4096; page++) {
    const home = mkdtempSync('/tmp/dexp-');
    const path = join(home, 'store.db');
    const bytes = Buffer.from(whole); const old = Buffer.from(bytes.subarray((page - 1) * 4096, page * 4096));
    bytes.fill(0, (page - 1) * 4096, page * 4096);
    writeFileSync(path, bytes);
    const s = salvageStore(path, '2026-01-01T00:00:00.000Z');
    if (s.aside === null) { console.log(page, 'nothing'); continue; }
    const after = dump(path);
    const oldText = old.toString('latin1');
    for (const t of tables) {
      if (t === 'record_counts') continue;
      const have = new Map(after[t]!.map((r) => [r._r, JSON.stringify(r)]));
      const lost = before[t]!.filter((r) => have.get(r._r) !== JSON.stringify(r));
      const told = s.tables.find((x) => x.table === t);
      const unexcused = lost.filter((r) => !(oldText.includes(String(r.id ?? r.record_id ?? r.key ?? r.stream ?? r.session_id)) || (JSON.stringify(r).length > 3000)));
      if (lost.length) console.log(page, t, old[0], 'lost', lost.length, 'told', told?.lost, 'unexcused', unexcused.length, s.remadeProjectCount);
      if (unexcused.length) bad++;
      const alien = after[t]!.filter((r) => !before[t]!.some((b) => b._r === r._r && JSON.stringify(b) === JSON.stringify(r)));
      if (alien.length && t !== 'projects') { console.log('ALIEN', page, t, alien.length); bad++; }
    }
    if (findDamage(path).length) { console.log(page, 'DAMAGE', findDamage(path)); bad++; }
  }
  console.log('bad', bad, (performance.now() - t0) / (whole.length / 4096), 'ms each');
  expect(bad).toBe(0);
});
