import { it } from 'vitest';
import { parseQuery } from '../../src/search/parse-query.ts';
import { aWorld, client, minutes } from '../app/a-world.ts';
const now = Date.UTC(2026,6,15,12);
it('x', async () => {
  for (const q of ['what is 2026-13-01','2026-02-31','31 february 2026','für die Datenbank über den Server','NOT "two words" cat','-foo-bar cat','-src/app cat','Redis缓存','APIの設計 を見る','rm -rf build','NOT __','ERR_MODULE_NOT_FOUND: Cannot find module "x"','"unbal','🎉','ที่อยู่เซิร์ฟเวอร์','qué es la configuración','Où est la base de données','5 mar','서버를 재시작'])
    { const p = parseQuery(q, now); console.log(q, '=>', p.terms.map(t=>t.kind[0]+':'+t.word+':'+t.telling).join(' '), JSON.stringify({ph:p.phrases,ex:p.excluded,exact:p.exact,time:p.time && {f:new Date(p.time.from).toISOString(),t:new Date(p.time.to).toISOString(),s:p.time.said}})); }
  const at = aWorld(); const c = client();
  for (const t of ['私は黒猫を飼っています','使用Redis缓存加速','Redis is used as cache in the shop','서버는 매일 밤 재시작한다','用户ID必须唯一','ระบบสำรองข้อมูลทุกคืน','The parser throws on tabs', 'Ich habe die Datenbank umbenannt']) { at.pass(minutes(1)); await at.services.storeMemory(c,{content:t}); }
  for (const q of ['猫','黒猫','redis','Redis缓存','redis 缓存','서버를','서버','ID','用户','ข้อมูล','Datenbank','NOT "parser throws" tabs','get'])
    console.log(q, '->', (await at.services.searchMemory(c,{query:q})).results.map(r=>r.record.content+' '+r.score), '| 0:', (await at.services.searchMemory(c,{query:q,min_score:0})).results.map(r=>r.record.content.slice(0,12)+' '+r.score));
});
