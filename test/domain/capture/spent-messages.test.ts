import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { converse } from './entries.ts';

const checkpointOf = (talk: ReturnType<typeof converse>) => deriveCheckpoint(talk.digest())[0]?.text ?? '';

describe('short orders and questions that were carried out', () => {
  const handoffAfter = (
    message: string,
    more: (talk: ReturnType<typeof converse>) => void = () => undefined,
  ) => {
    const talk = converse().person('Read the tide tables, and never round to hours').agent('Here is how.');
    talk.person(message).agent('That is done.');
    more(talk);
    talk.person('now the moon phases from the almanac of 1899').agent('Read.');
    return checkpointOf(talk.person('and the star charts of Brahe').agent('Read.'));
  };

  it.each([
    'whats eating it',
    'watch ci',
    'is a small boat realistic?',
    'next, the second table',
    '吞吐会不会掉？',
    '帮我看下日志',
    'ログを見て',
    'regarde les journaux',
    'zeig mir die Logs',
    'got it, thanks!! do 77 and 305 look right too?',
    'is a small boat realistic? my brother has one doing nothing',
    'vale. ahora la tabla en el barco. te paso captura de la carta',
    '測定中ですが、値が前より30くらい低く出ます。問題ありますか?',
    'thx. 12 and 13',
    'main. separate pr then',
    'stop it',
    'check the log, read only',
    'wait why did it write the file and not the table',
    'Gut. Noch was: Nachtfahrten. Von 22 bis 6 ist das eine Zeile. Wie kommt das raus?',
    '1回捨ててください',
  ])('are left out: %s', (message) => {
    expect(handoffAfter(message)).not.toContain(`- ${message}`);
  });

  it.each([
    'only the harbor tables',
    'good, pushing the branch is ok at any time',
    'use the write context, ok for this one rollback, nothing else',
    '店長に聞く。その間に表も付けて',
    'without the second table',
    'no, the second table',
    'поправь, но только таблицы',
    'perfect, put that into the slides later',
    'can you read it too? i feel we should keep the old one, or?',
    '只看日志',
    'garde les anciennes colonnes, pas les nouvelles',
    'yes, but push it to 100',
    'tee taulukot niin että viivat ovat paksut',
    'nur die Tabellen',
    'solo las tablas',
    'los puertos, déjalos',
    'seulement les ports',
    'somente as tabelas',
    '表だけ直して',
    '毎回ログを見て',
    '日志先空着',
    '每次看日志',
    '표만 써',
    '로그는 영어',
    'commitea eso. en español e imperativo como los demas',
    'commit it, lowercase',
    '캐시는 안돼 작년에 한번 당했음. 근데 이거 켜고 잰거 아님?',
    '缓存不行，去年出过事。这个数对吗？',
    'キャッシュはだめ。これ計測合ってますか?',
    'why the mark. nope, take that bit out, the ferry chokes on it',
  ])('stay if they decide, correct or limit something: %s', (message) => {
    expect(handoffAfter(message)).toContain(`- ${message}`);
  });

  it.each(['oh right. ok thinking about it, bye!', 'お疲れさまでした'])(
    'are left out with a goodbye: %s',
    (message) => {
      const talk = converse().person('Read the tide tables').agent('Read.').person('never print zeros');
      expect(checkpointOf(talk.agent('ok').person(message).agent('Bye!'))).not.toContain(`- ${message}`);
    },
  );

  it('are left out if they only say what the person saw go wrong, once the work on it is committed', () => {
    const talk = (said: string) =>
      checkpointOf(
        converse()
          .person('Read the tide tables')
          .writes('tide.ts')
          .agent('Read.')
          .person(said)
          .writes('tide.ts')
          .runs('git commit -am Tides', '[main 1a2b3c4] Tides')
          .agent('Committed.')
          .person('now the moon phases from the almanac of 1899')
          .agent('Read.'),
      );
    expect(talk("it looks like we're only showing the harbors since the storm")).not.toContain('storm');
    expect(talk("hmm, i'm seeing 19 harbors instead of 26")).not.toContain('19 harbors');
    expect(talk('only show the harbors since the storm')).toContain('since the storm');
  });

  it('are left out with a command that only looks at a cluster', () => {
    const talk = converse()
      .shell('kubectl --context prd -n pay get po -l app=gw')
      .shell('kubectl -n pay scale sts x');
    const text = checkpointOf(talk.person('Read the tide tables').agent('Read.').person('never print zeros'));
    expect(text).not.toContain('get po');
    expect(text).toContain('scale sts x');
  });
});
