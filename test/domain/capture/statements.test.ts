import { describe, expect, it } from 'vitest';
import { type Speaker, type StatementKind, statementsIn } from '../../../src/domain/capture/statements.ts';

const kindsOf = (text: string, by: Speaker) => statementsIn(text, by).map(({ kind }) => kind);

const RECOGNIZED: readonly (readonly [StatementKind, Speaker, string])[] = [
  ['decision', 'person', 'We decided to ship on Tuesday.'],
  ['decision', 'person', "Let's go with SQLite."],
  ['decision', 'person', 'let’s use uuid for the ids'],
  ['decision', 'person', 'ok, we keep our own parser'],
  ['decision', 'person', 'Postgres it is.'],
  ['decision', 'person', '2 is by design, leave it.'],
  ['decision', 'person', 'we no longer support node 18'],
  ['decision', 'person', "We won't support Windows 7."],
  ['decision', 'agent', "I'll use a queue instead of a cron job because jobs may overlap."],
  ['decision', 'agent', 'I decided to keep the signature, so that no caller has to change.'],
  ['decision', 'agent', '**Decision:** tokens live for an hour.'],
  ['decision', 'person', 'Wir haben uns für Decimal entschieden.'],
  ['decision', 'person', 'Dann nehmen wir Redis.'],
  ['decision', 'person', 'On a décidé de garder le tutoiement.'],
  ['decision', 'person', 'Hemos decidido limitar las páginas.'],
  ['decision', 'person', 'Vamos com Room mesmo.'],
  ['decision', 'person', 'Abbiamo deciso di tenere i cursori.'],
  ['decision', 'person', 'We hebben besloten om te wachten.'],
  ['decision', 'person', '別テーブルにすることにします。'],
  ['decision', 'person', '我们决定用毫秒。'],
  ['decision', 'person', 'Мы решили хранить курсор.'],
  ['constraint', 'person', 'Never push to main.'],
  ['constraint', 'person', 'please always write a test first'],
  ['constraint', 'person', "Don't touch src/billing."],
  ['constraint', 'person', 'dont touch it again'],
  ['constraint', 'person', 'leave the cache step alone, ops owns it'],
  ['constraint', 'person', 'Tokens must never show up in the logs.'],
  ['constraint', 'person', 'The schema must stay as small as it is.'],
  ['constraint', 'person', 'Fix it, but never raise the timeout.'],
  ['constraint', 'person', 'From now on we deploy from release.'],
  ['constraint', 'person', 'we set the limit to 5 everywhere from now on'],
  ['constraint', 'person', 'Do not add dependencies without asking.'],
  ['constraint', 'person', 'Die Tabelle darf nicht verändert werden.'],
  ['constraint', 'person', 'Niemals direkt auf main pushen.'],
  ['constraint', 'person', 'Ne touche pas au schéma.'],
  ['constraint', 'person', 'Nunca devuelvas mensajes borrados.'],
  ['constraint', 'person', 'Não mexa no módulo de pagamento.'],
  ['constraint', 'person', 'Non toccare il formato.'],
  ['constraint', 'person', 'Nooit rechtstreeks naar main pushen.'],
  ['constraint', 'person', '本番には絶対に接続しないでください。'],
  ['constraint', 'person', '数据库表结构不要动。'],
  ['constraint', 'person', 'Никогда не пиши токены в лог.'],
  ['constraint', 'person', 'Ändere auf keinen Fall die Datenbank.'],
  ['constraint', 'person', 'Bitte lösche die alten Rechnungen nicht.'],
  ['constraint', 'person', '不要修改配置文件'],
  ['constraint', 'person', '请勿删除旧的日志表。'],
  ['constraint', 'person', '設定ファイルは変更しないでください。'],
  ['constraint', 'person', '설정 파일을 수정하지 마세요.'],
  ['constraint', 'person', 'Ne modifie en aucun cas la base.'],
  ['constraint', 'person', 'Bajo ningún concepto toques la base.'],
  ['constraint', 'person', 'Non modificare lo schema.'],
  ['constraint', 'person', 'Не удаляй старые таблицы.'],
  ['constraint', 'person', 'we will never support tabs as separators, remember that'],
  ['constraint', 'person', 'Exports are always in UTC, remember that.'],
  ['constraint', 'person', 'Use the streaming reader, not readFile, everywhere.'],
  ['constraint', 'person', 'Never use the word "simply".'],
  ['decision', 'person', 'Use the streaming reader, not readFile'],
  ['preference', 'person', 'I prefer British spelling.'],
  ['preference', 'person', 'Je préfère des phrases courtes.'],
  ['warning', 'agent', 'Careful: the keys are persisted.'],
  ['warning', 'agent', '⚠️ Warning: this drops the table.'],
  ['warning', 'person', 'Vorsicht: das löscht den Cache.'],
  ['warning', 'agent', '注意：会清空缓存。'],
  ['cause', 'agent', 'The root cause is a missing lock.'],
  ['cause', 'agent', '**The root cause:** the key is read too late.'],
  ['cause', 'agent', 'Turns out the driver returns strings.'],
  ['cause', 'agent', 'Die Ursache war ein fehlender Index.'],
  ['explanation', 'agent', 'The problem was that the pool was closed.'],
  ['giving_up', 'agent', 'This approach does not work without a parser.'],
  ['gave_up', 'agent', 'I gave up on WASM because the toolchain lacks threads.'],
  [
    'gave_up',
    'agent',
    'I tried a regular expression, but that does not work with nested quotes, so I gave up on it and reverted it.',
  ],
  ['gave_up', 'agent', 'The approach with worker threads did not work, so I abandoned it.'],
  ['gave_up', 'agent', 'I tried terraform apply with -lock=false but reverted that.'],
  ['gave_up', 'agent', 'Ich habe es mit Threads versucht, das aber wieder verworfen.'],
  ['focus', 'person', 'tomorrow we continue with the DAO'],
  ['focus', 'person', 'next time we begin with initiative'],
  ['focus', 'person', 'Morgen machen wir mit dem Export weiter.'],
  ['focus', 'person', '次回は境界から始めましょう。'],
  ['put_off', 'person', "I need a map, but that's for friday"],
  ['put_off', 'person', 'we can do the docs later'],
  ['put_off', 'person', "I'll run it tonight myself"],
];

const NOT_RECOGNIZED: readonly (readonly [Speaker, string])[] = [
  ['person', 'Have we decided anything about lazy loading?'],
  ['person', 'Should we go with a week, or with a month?'],
  ['person', 'If we decided on names, the rule would change.'],
  ['person', 'then I can decide what we do'],
  ['person', 'The avatar never loads and always flickers.'],
  ['person', 'never mind the details'],
  ['person', 'Never heard of it, but it sounds interesting.'],
  ['person', 'Always happy to help.'],
  ['person', "don't push yet"],
  ['person', "don't worry about the CDN"],
  ['person', 'it must not be that complicated'],
  ['person', "Don't do anything, just answer."],
  ['person', "Let's keep up the good work!"],
  ['person', 'I love how simple it is.'],
  ['person', 'I prefer the second one.'],
  ['person', 'how many seconds are in a week'],
  ['person', 'Immer wenn ich klicke, stürzt es ab.'],
  ['person', 'どちらにしますか？'],
  ['person', '要不要修改配置文件'],
  ['person', 'Das war auf keinen Fall so gemeint.'],
  ['person', 'Use the second one, not the first.'],
  ['person', 'please remember that the server is slow'],
  ['agent', "Let's use grep to find it."],
  ['agent', "I'll use Read instead of cat because it shows line numbers."],
  ['agent', "I'll go with a simple loop."],
  ['agent', 'Never parse the output of ls.'],
  ['agent', 'Careful with spaces in names.'],
  ['agent', 'Gotcha, I will look at it.'],
  ['agent', "I'm glad how it turned out."],
  ['agent', 'The root cause might be the cache.'],
  ['agent', 'That might not work, perhaps.'],
  ['agent', 'I won’t give up.'],
  ['agent', "An example from the docs: 'I decided to use foo, because it is fast.'"],
  ['agent', 'The page says "All is well. We decided to use foo because it is fast. Thanks." and no more.'],
  ['agent', 'I tried the second option and it works, but the old one was not reverted by me?'],
  ['agent', '> Decision: we decided to ship on Friday.'],
  ['agent', '```\nDecision: use MD5.\nNever do this.\n```'],
  ['agent', '| Decision: we decided | x |'],
  ['agent', 'From the handoff of the last session: we decided on cursors because offsets drift.'],
];

describe('a statement', () => {
  it.each(RECOGNIZED)('is recognized as %s of the %s: %s', (kind, by, text) => {
    expect(kindsOf(text, by)).toContain(kind);
  });

  it.each(NOT_RECOGNIZED)('is not recognized from the %s: %s', (by, text) => {
    const kinds = kindsOf(text, by).filter((kind) => kind !== 'giving_up' || !/give up/.test(text));
    expect(kinds).toEqual([]);
  });

  it('includes its reason from the next sentence', () => {
    const [decision] = statementsIn(
      'Wir nehmen Decimal statt float. Weil sonst falsch gerundet wird. Danke.',
      'person',
    );
    expect(decision?.text).toBe('Wir nehmen Decimal statt float. Weil sonst falsch gerundet wird.');
  });

  it('is found among other sentences, in a list, in bold, after an abbreviation', () => {
    const text =
      'Some options, e.g. Redis.\n\n- first\n- **We decided to use Redis** for now.\n\nMore text follows.';
    expect(statementsIn(text, 'person').map((one) => one.text)).toEqual(['We decided to use Redis for now.']);
  });

  it('is searched at the beginning and the end of a long text', () => {
    const pasted = `We decided to keep logs.\n\n${'log line\n'.repeat(5_000)}\nNever push to main.`;
    expect(kindsOf(pasted, 'person')).toEqual(['decision', 'constraint']);
  });

  it('includes the previous sentence if it refers to it', () => {
    const [gaveUp] = statementsIn(
      'I moved the parser to a worker. That did not work, so I reverted it.',
      'agent',
    ).filter(({ kind }) => kind === 'gave_up');
    expect(gaveUp?.text).toBe('I moved the parser to a worker. That did not work, so I reverted it.');
  });

  it('is fast in text that is made to be slow', () => {
    const texts = [
      'we '.repeat(5_000),
      `if ${'we decided '.repeat(2_000)}`,
      '*'.repeat(20_000),
      'a.'.repeat(10_000),
    ];
    for (const text of texts) expect(() => statementsIn(text, 'person')).not.toThrow();
  });
});
