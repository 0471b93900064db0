import { describe, expect, it } from 'vitest';
import { isReleased, standingRulesIn, takesBack } from '../../../src/domain/capture/standing-rules.ts';

describe('a rule for good', () => {
  it.each([
    'Never push to main.',
    'please always run gofmt before you commit',
    'From now on we deploy from the release branch',
    'Tokens must never show up in the logs',
    'Do not touch src/billing, that is another team.',
    'leave the cache step alone, ops owns that one',
    'we must not run anything on the primary',
    'Niemals direkt auf main pushen',
    'Die Tabelle `buchungen` darf nicht verändert werden',
    'Ne touche pas au schéma de la base.',
    'Nunca devuelvas mensajes borrados.',
    'No toques los textos legales del pie.',
    'Los textos legales no se tocan.',
    'Não mexa no módulo de sincronização',
    'Никогда не пиши токены в лог.',
    '千万不要修改 proto 文件。',
    '数据库表结构不要动。',
    '本番のデータベースには絶対に接続しないでください。',
    '앞으로는 한국어로 답해 주세요',
  ])('is recognized: %s', (text) => {
    expect(standingRulesIn(text)).toEqual([text]);
  });

  it.each([
    '先看一下现有代码，给我一个方案，先别动手改。',
    '아직 건드리지 마',
    'Todavía no toques el esquema, no toques nada.',
    'The avatar never loads on the first try and always flickers.',
    'never understood why people fight about it',
    'never mind',
    "don't commit yet",
    'implement but don’t commit',
    'What happens if we never set the header?',
    'dont touch it again',
    'dont touch anything in it, not even lint.',
    'never do that again lol',
    'never merge those please',
    '不用管，那个是同事的，千万不要修改',
    'それは絶対に変更しないでください',
    '그건 앞으로는 건드리지 마',
    'never push until I say so',
    'it must not be that complicated',
    'could we move the service instead? then leave the export alone',
    'if it is still slow, never retry the upload',
    'dann fass die Tabelle nicht an',
    'wenn der Test rot ist, niemals pushen',
    '如果还是失败，千万不要重试',
    'commit and push',
    'fix the login test',
    'Never print:\n- the head\n- the foot',
  ])('is not seen in: %s', (text) => {
    expect(standingRulesIn(text)).toEqual([]);
  });

  it('is not looked for in pasted material and in long texts', () => {
    expect(standingRulesIn('see\n[pasted: 3 lines]\nNever push.')).toEqual([]);
    expect(standingRulesIn(`Never push to main.\n${'word '.repeat(300)}`)).toEqual([]);
  });

  it('is taken back by words about it, or by a bare "scratch that" right after it', () => {
    const rule = 'Never push to main.';
    expect(takesBack('scratch that', rule, true)).toBe(true);
    expect(takesBack('scratch that', rule, false)).toBe(false);
    expect(takesBack('forget the rule about main', rule, false)).toBe(true);
    expect(takesBack('On second thought, use uuid for the ids after all', rule, true)).toBe(false);
    expect(takesBack('Olvida lo de main', rule, false)).toBe(true);
  });

  it('is taken back by a request for what it forbids', () => {
    const rule = 'Never deploy from the release branch.';
    expect(takesBack('ok now deploy it from the release branch', rule, false)).toBe(true);
    expect(takesBack('do not deploy from the release branch', rule, false)).toBe(false);
    expect(takesBack('what is on the release branch?', rule, false)).toBe(false);
  });

  it.each([
    ['Never use lodash.', 'You can use lodash now.'],
    ['Never use lodash.', 'Actually lodash is fine, you can use it.'],
    ['Never use lodash.', 'go ahead and use lodash'],
    ['Never use npm.', 'npm is ok again'],
    ['Never push to main', 'Pushing to main is allowed from now on'],
    ['Never push to main', 'Pushing is allowed again'],
    ['Always write tests in Python.', 'Tests in TypeScript are ok too, Python is not required'],
    ['Always write tests in Python.', "You don't have to use Python anymore."],
    ['Niemals direkt auf main pushen', 'Du darfst jetzt auf main pushen'],
    ['Nunca uses lodash.', 'Ya puedes usar lodash.'],
    ['Ne touche pas au schéma de la base.', 'Tu peux modifier le schéma maintenant.'],
    ['絶対にlodashを使わないでください', 'lodashを使ってもいいです'],
    ['千万不要修改 proto 文件。', '现在可以修改 proto 文件了'],
    ['절대 lodash를 쓰지 마세요', '이제 lodash를 사용해도 돼'],
  ])('is taken back by a permission: %s / %s', (rule, permission) => {
    expect(standingRulesIn(rule)).toEqual([rule]);
    expect(takesBack(permission, rule, false)).toBe(true);
    expect(standingRulesIn(permission)).toEqual([]);
    expect(standingRulesIn(`${rule}\n${permission}`)).toEqual([]);
  });

  it.each([
    ['Never use lodash.', 'You can use ramda now.'],
    ['Never use lodash.', 'Is lodash fine?'],
    ['Never use lodash.', 'lodash is not allowed'],
    ['Never push to main', 'You can push to feature branches.'],
    ['Never push to main', 'You can never push to main.'],
    ['Do not touch src/billing.', 'You can change the layout but do not touch src/billing'],
    ['Never deploy on Friday.', 'From now on you can only deploy on Monday.'],
  ])('stays after a permission of something else: %s / %s', (rule, message) => {
    expect(takesBack(message, rule, false)).toBe(false);
  });

  it.each([
    'I never said you must not touch billing.',
    'It is not true that we must never use mutexes.',
    'Our old policy was: you must never merge on Fridays. That policy is gone.',
    'The README says you must always use tabs. Is it outdated? Fix it to say spaces.',
    "The linter complains 'You must always use const'. Silence that rule",
    'The bug: users must never see an empty cart but they do.',
  ])('is not told of others, of the past or of a mistake: %s', (message) => {
    expect(standingRulesIn(message)).toEqual([]);
  });

  it('is seen where the person names it as one', () => {
    for (const message of ['The rule is: you must never push to main.', 'Policy: we must always squash.'])
      expect(standingRulesIn(message)).toEqual([message]);
  });

  it.each([
    'nobody touches vault prod',
    'no one restarts the lighthouse',
    'niemand ändert den Kalender',
    'nadie toca la caja',
  ])('may say what nobody does: %s', (message) => {
    expect(standingRulesIn(`wow. ${message}`)).toEqual([message]);
  });

  it.each(['nobody answered my mail', 'nobody pushed it so far', 'no one has time today'])(
    'is not told of what nobody did: %s',
    (message) => {
      expect(standingRulesIn(message)).toEqual([]);
    },
  );

  it('is taken back by "stop", unless that is what it says', () => {
    const stop = 'Stop answering in French, English again please.';
    expect(takesBack(stop, 'From now on always answer in French.', false)).toBe(true);
    expect(takesBack(stop, 'Never answer in French.', false)).toBe(false);
    expect(takesBack('Stop deploying the docs.', 'From now on always answer in French.', false)).toBe(false);
  });

  it('is no answer to a numbered point', () => {
    expect(standingRulesIn("3: separate issue, don't touch here.")).toEqual([]);
    expect(standingRulesIn("don't touch src/billing.")).toHaveLength(1);
  });

  it('that holds until the person says so is released by a permission', () => {
    const rule = "don't push until I say so";
    expect(isReleased('so we are at 56. you can push the branch now', rule)).toBe(true);
    expect(isReleased('you can measure the branch now', rule)).toBe(false);
    expect(isReleased('you can push the branch now', "don't push to main")).toBe(false);
  });

  it('is seen where a permission is limited, or is only mentioned', () => {
    const limited = 'From now on you can only deploy on Monday.';
    expect(standingRulesIn(limited)).toEqual([limited]);
    const mentioned = 'Never assume that a push is ok.';
    expect(standingRulesIn(mentioned)).toEqual([mentioned]);
    expect(standingRulesIn('From now on you can push to main.')).toEqual([]);
  });
});
