import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';

/** Turns of work that report something else. */
const worksOn = (talk: Talk, turns: number) => {
  for (let turn = 0; turn < turns; turn++)
    talk.person(`now table ${turn} of the almanac`).writes(`t${turn}.ts`).agent(`Table ${turn} has a head.`);
  return talk;
};

describe('a report of an earlier turn', () => {
  const REPORT =
    'The claim is one statement. Row locks deadlocked with the archiver, so they are out again. The table has five columns.';
  /** Short reports are shown whole. */
  const MORE = ` ${'Each of them has a name. '.repeat(20)}`;

  it('is shown while it is one of the two newest', () => {
    const talk = converse().person('claim the rows').writes('claim.ts').agent(REPORT);
    expect(checkpointOf(worksOn(talk, 2))).toContain('five columns');
  });

  it('leaves what did not work after more turns of work, and nothing else', () => {
    const text = checkpointOf(
      worksOn(
        converse()
          .person('claim the rows')
          .writes('claim.ts')
          .agent(REPORT + MORE),
        5,
      ),
    );
    expect(text).toContain('Row locks deadlocked with the archiver');
    expect(text).not.toContain('five columns');
  });

  it('is shown whole if it is short and some of it lasts, because its sentences depend on each other', () => {
    const talk = converse().person('claim the rows').writes('claim.ts').agent(REPORT);
    expect(checkpointOf(worksOn(talk, 5))).toContain(`- to the first request, "claim the rows": ${REPORT}`);
    const trivial = converse()
      .person('claim the rows')
      .writes('claim.ts')
      .agent('The table has columns, as usual.');
    expect(checkpointOf(worksOn(trivial, 5))).not.toContain('as usual');
  });

  it('is shown whole if it is short and has a figure, until something is committed', () => {
    const counted = (talk: Talk) =>
      checkpointOf(
        worksOn(
          talk
            .person('how many harbors?')
            .agent('There are 214 harbors in the almanac, and each has a table.'),
          4,
        ),
      );
    expect(counted(converse().person('read the almanac').agent('Read.'))).toContain('There are 214 harbors');
    expect(counted(converse().person('which step is next?').agent('Step 2 is.'))).not.toContain('Step 2 is');
  });

  it.each([
    'La conexión directa no funciona con este servidor.',
    'Die Sperre funktioniert nicht mit dem Archiv.',
    'A 方案走不通，事务不在一起。',
    'La file ne marche pas avec ce pilote.',
  ])('leaves what did not work in other languages: %s', (sentence) => {
    const talk = converse().person('claim the rows').writes('claim.ts').agent(`Five columns.\n${sentence}`);
    expect(checkpointOf(worksOn(talk, 5))).toContain(sentence);
  });

  it.each([
    'Found it: the bump moved the lock to another connection.',
    'Root cause: the lock is on another connection.',
    '原因はロックが別の接続にあることです。',
    '원인: 잠금이 다른 연결에 있습니다. 그래서 두 번 보냅니다. 다른 원인은 없습니다.',
  ])('leaves the cause that it found, also once it is fixed: %s', (cause) => {
    const found = () =>
      converse().person('why are they sent twice?').agent(`${cause}\n\nThe table has five columns.${MORE}`);
    const text = checkpointOf(worksOn(found(), 5));
    expect(text).toContain(cause);
    expect(text).not.toContain('five columns');
    const fixed = found().person('fix it').writes('lock.ts');
    fixed.runs('git commit -m x', '[main 1a2b3c4] Lock on the same connection').agent('Committed.');
    expect(checkpointOf(worksOn(fixed, 4))).toContain(cause);
  });

  it('leaves a hypothesis that was refuted', () => {
    const talk = converse().person('why?').agent('H1 is **wrong**: no row is there twice. Five columns.');
    expect(checkpointOf(worksOn(talk, 5))).toContain('H1 is **wrong**: no row is there twice.');
  });

  it('is left out if it only acknowledges', () => {
    const talk = converse().person('I write a ticket for it').agent('OK, nothing done here for it.');
    expect(checkpointOf(talk.person('now the almanac of 1899').agent('Read.'))).not.toContain('nothing done');
  });

  it('is shown however old it is if no file was written after it', () => {
    const talk = converse().person('look at the pool of connections').reads('pool.ts').agent(REPORT);
    for (let turn = 0; turn < 5; turn++)
      talk.person(`look at part ${turn} of the log`).reads('log.txt').agent(`Part ${turn} is as usual.`);
    expect(checkpointOf(talk)).toContain('five columns');
  });

  it('stays if what follows it only commits', () => {
    const talk = converse()
      .person('claim the rows')
      .writes('claim.ts')
      .agent(`${REPORT}\nStill open:\n- the index`)
      .person('commit it')
      .runs('git commit -m x', '[main 1a2b3c4] Claim')
      .agent('Committed.');
    expect(checkpointOf(talk)).toContain('Still open: the index');
  });

  it('names places in files without the folders of the machine', () => {
    const talk = worksOn(
      converse()
        .person('review the reader')
        .writes('a.ts')
        .agent(
          'Low: [reader.ts](/home/ada/x/src/reader.ts:12) leaks, see [the page](https://tides.example/a).',
        ),
      1,
    );
    expect(checkpointOf(talk)).toContain('Low: reader.ts:12 leaks, see [the page](https://tides.example/a).');
  });
});

describe('a report after the person replied', () => {
  const OPTIONS =
    'The runner skips jobs of the weekend.\n\nOptions:\n1. lift the window of the runner\n2. treat **old** offers as expired\n\n';

  it.each([
    ["I'd go for 2.", '2. hands off the runner'],
    ['Yo haría la 2.', 'la 2. espera que me llaman'],
    ['2をお勧めします。', '2で。列車は触らないでください'],
    ['我建议 2。', '用 2。别动列车'],
  ])('has lost the options of which one was chosen, which is quoted with the choice: %s', (advice, reply) => {
    const talk = converse()
      .person('why do offers stay?')
      .agent(OPTIONS + advice);
    const text = checkpointOf(worksOn(talk.person(reply).writes('offer.ts').agent('The offers expire.'), 1));
    const [choice = ''] = reply.split(/(?<=[.。] ?)/u);
    expect(text).toContain(`- of the option "2. treat old offers as expired": ${choice.trim()}`);
    expect(text).toContain('The runner skips jobs of the weekend.');
    expect(text).not.toContain('lift the window');
  });

  it.each(['block. a check and no callback', 'block it'])(
    'loses options of which one was named: %s',
    (reply) => {
      const options =
        '- **block it** (my pick, because charges go on otherwise)\n- archive anyway and end the tenancy';
      const talk = converse()
        .person('archive the harbors')
        .writes('archive.ts')
        .agent(
          `The column, the index and the scopes of the archive are in. What if a tenancy is active:\n${options}`,
        )
        .person(reply)
        .writes('block.ts')
        .agent('It is blocked now.');
      expect(checkpointOf(talk)).toContain('The column, the index');
      expect(checkpointOf(talk)).not.toContain('archive anyway');
    },
  );

  it('keeps them while nothing was chosen', () => {
    const talk = converse().person('why do offers stay?').agent(`${OPTIONS}I'd go for 2.`);
    const text = checkpointOf(talk.person('I have to ask Ingrid first which one').agent('Fine, I wait.'));
    expect(text).toContain('lift the window');
  });

  it('keeps them while a point of several is open', () => {
    const talk = converse()
      .person('plan it')
      .agent(
        'Open points:\n1. the price of all boats that are longer than six meters\n2. the first harbor\n3. the moon, whose phases are in no almanac that we have',
      );
    const text = checkpointOf(
      talk.person('1: as before. 2: Delft first').agent('Noted, and I wait for the rest.'),
    );
    expect(text).toContain('3. the moon');
  });

  it('does not repeat a sentence that is quoted with the answer', () => {
    const question = 'It breaks as it is: the board passes the old key to the model.';
    const talk = converse()
      .person('save the model')
      .writes('a.ts')
      .agent(`Saved. Switch the board? ${question}`);
    const text = checkpointOf(talk.person('no leave the board alone').agent('It stays as it is.'));
    expect(text.split(question)).toHaveLength(2);
  });
});

describe('the last message', () => {
  it('is shown whole, also if files were written after it', () => {
    const said = 'One more hook was lost: it normalised the license. I fix this first.';
    const talk = converse().person('look for lost hooks').reads('hooks.ts').agent(said).writes('driver.ts');
    expect(checkpointOf(talk)).toContain(`The agent's last message:\n  ${said}`);
  });
});

describe('an answer of the person', () => {
  const asked = (reply: string) =>
    checkpointOf(
      worksOn(
        converse()
          .person('limit the requests, and never block a client')
          .writes('limit.ts')
          .agent('Limited. Should the window start with the first request or with the hour?')
          .person(reply),
        3,
      ),
    );

  it('stays however short it is, with its question', () => {
    expect(asked('先頭行')).toContain('answered: 先頭行');
  });

  it('is left out if it only agrees', () => {
    expect(asked('yes go ahead')).not.toContain('- yes');
  });
});

describe('a message with more than an order', () => {
  it.each([
    'コミットしてpush。メッセージは英語、1行。今後も。',
    'ja bitte, aber kurze commit messages. dann home assistant: geht das auch mit discovery?',
  ])('stays after its order was carried out: %s', (message) => {
    const talk = converse().person('Read the tide tables').writes('a.ts').agent('Read.').person(message);
    expect(checkpointOf(worksOn(talk.agent('Done.'), 2))).toContain(`- ${message}`);
  });
});

describe('a sentence of an earlier report', () => {
  const handoffWith = (words: string, reply: string, last: string) =>
    checkpointOf(
      converse()
        .person('read the tides, and never round them')
        .writes('tide.ts')
        .agent(`The reader keeps one line for each hour of the day. ${words}`)
        .person(reply)
        .writes('moon.ts')
        .agent(last),
    );

  it.each([
    ['OK, the gate waits for Hana.', 'the gate must wait until Hana says ok', 'The moon is drawn.'],
    [
      '返事があるまで形式の変更はコミットしません。',
      '返事が来るまで形式に関わるコミットはしないでください',
      '月を描きました。',
    ],
    [
      '`tide.test.ts` is still red.',
      'not today: the moon first',
      'The moon is drawn, and `tide.test.ts` passes.',
    ],
    ['Not committed (`tide.ts`).', 'not today: the moon first', 'The moon is drawn.'],
    ['Nothing of the reader is committed.', 'not today: the moon first', 'The moon is drawn.'],
    [
      '`npm run build` and `npm run lint` now pass, and the full test suite passes.',
      'not today: the moon first',
      'The moon is drawn.',
    ],
  ])('is left out if another line says it: %s', (words, reply, last) => {
    const text = handoffWith(words, reply, last);
    expect(text).toContain('one line for each hour');
    expect(text).not.toContain(words);
  });

  it.each([
    'I suspect the clock of the harbor.',
    'I would split the reader in two.',
    'Starting on the moon.',
    'Propongo leer las mareas dos veces.',
    '我建议先画月亮。',
  ])('is left out if it anticipates what has come since: %s', (words) => {
    const text = handoffWith(words, 'not today: the moon first', 'The moon is drawn.');
    expect(text).toContain('one line for each hour');
    expect(text).not.toContain(words);
  });

  it.each([
    'The gate waits for pier 7.',
    'Hana has not seen the gate.',
    'I keep the old gate as it is.',
    'I could not run the migration on 3 tables: `DB_ROLE` lacks the rights.',
    'Do not deploy: a migration of the tides is needed first.',
    'I should not have tried the index: it made things worse.',
    'Starting with v3, the harbor rejects old tokens.',
    'Options are read from `gate.toml`.',
    'The old reader still runs; say so if I should stop it.',
  ])('stays if it says more: %s', (words) => {
    expect(handoffWith(words, 'the gate must wait until Hana says ok', 'The moon is drawn.')).toContain(
      words,
    );
  });
});

describe('the last message beside the rest', () => {
  it('does not repeat what is not committed', () => {
    const talk = converse().person('read the tides').writes('tide.ts');
    const text = checkpointOf(talk.agent('The tides are read. State: `tide.ts` modified, not committed.'));
    expect(text).toContain('The tides are read.');
    expect(text.match(/not committed/gi)).toHaveLength(1);
  });

  it.each([
    'Which one? I have applied nothing.\n(I wrote "cannot" above, I meant "can".)',
    'Which one?\n1. the gate\n2. the pier',
    'コミットしてよいですか?`a.c` は返事待ちにします。',
  ])('is marked as unanswered if it asks near its end: %s', (words) => {
    const talk = converse().person('plan the gate').agent(`The gate is planned. ${words}`);
    expect(checkpointOf(talk)).toContain("The agent's last message (nobody has answered its question)");
  });

  it('is not if it asked itself something long before its end', () => {
    const talk = converse()
      .person('plan the gate')
      .agent('Why a gate?\nThe pier is open.\nIt floods.\nA gate helps.');
    expect(checkpointOf(talk)).not.toContain('nobody has answered');
  });
});

describe('a report that was worked over', () => {
  const commit = (talk: Talk) =>
    talk.runs('git commit -m x', '[main 1a2b3c4] Lock on the same connection').agent('Committed.');

  it('leaves what it explained only until that is committed', () => {
    const explained = () =>
      converse()
        .person('explain the lock')
        .agent('The lock is taken on another connection than the write is made on.');
    const fixed = () => explained().person('fix it').writes('lock.ts').agent('The lock is on the same one.');
    expect(checkpointOf(fixed())).toContain('another connection');
    expect(checkpointOf(commit(fixed().person('commit')))).not.toContain('another connection');
  });

  it('leaves its first sentence that names what was changed', () => {
    const talk = converse()
      .person('set the trailer')
      .writes('hooks.json')
      .agent(
        'Done. All 12 tests pass. The trailer of every page in `hooks.json` now reads `Tide 4`. The file has five keys.' +
          ' Each of them has a name.'.repeat(20),
      );
    const text = checkpointOf(worksOn(talk, 3));
    expect(text).toContain(
      '- to the first request, "set the trailer": The trailer of every page in `hooks.json` now reads `Tide 4`.',
    );
    expect(text).not.toContain('five keys');
  });

  it('leaves no numbered heading without what stood below it', () => {
    const talk = converse()
      .person('how do we sort?')
      .agent(
        '**1. The order**\nShould I sort by name?\n**2. The lock**\nRow locks deadlocked with the archiver.',
      );
    expect(checkpointOf(talk.person('not yet').agent('ok'))).not.toContain('1. The order');
    expect(checkpointOf(talk)).toContain('2. The lock: Row locks deadlocked');
  });
});

describe('points that the person ordered by their numbers', () => {
  const POINTS = ['lighthouse', 'pier', 'ferry', 'buoy', 'crane', 'dock']
    .map((name, at) => `### ${at + 1}. Paint the ${name}\nThe ${name} is gray and lost its color.`)
    .join('\n');
  const offered = () => converse().person('what could be painted in the harbor?').agent(`Ideas:\n${POINTS}`);

  it('are left out once they were carried out', () => {
    const text = checkpointOf(
      offered().person("let's start with 1-3").agent('Painted.').person('ok now do 5').agent('Also painted.'),
    );
    for (const gone of ['lighthouse', 'pier', 'ferry']) expect(text).not.toContain(gone);
    for (const left of ['4. Paint the buoy', '6. Paint the dock']) expect(text).toContain(left);
  });

  it.each(['all but 1 and 2', 'are 1 and 2 in the dark?', '1 and 2 are mine. paint the crane'])(
    'stay if the message says something else: %s',
    (message) => {
      expect(checkpointOf(offered().person(message).agent('I see.'))).toContain('1. Paint the lighthouse');
    },
  );

  it('stay if the report says that one of them is not done', () => {
    const text = checkpointOf(
      offered().person('1 and 3').agent('1 is painted. I did nothing about the ferry.'),
    );
    expect(text).toContain('3. Paint the ferry');
  });

  it('are left out if the report offers to go on with the remaining ones', () => {
    const text = checkpointOf(
      offered().person('1 and 3').agent('Both are painted.\nShall I paint the remaining ones?'),
    );
    expect(text).not.toContain('3. Paint the ferry');
    expect(text).toContain('2. Paint the pier');
  });

  it('stay while they are not reported as done', () => {
    expect(checkpointOf(offered().person('1 and 2').writes('a.ts'))).toContain('1. Paint the lighthouse');
  });
});

describe('a report on work that is committed', () => {
  const commit = (talk: ReturnType<typeof converse>, title: string) =>
    talk.person('commit').runs('git commit -m x', `[main 1a2b3c4] ${title}`).agent('Committed.');

  it('keeps what it left until somebody comes back to it', () => {
    const talk = commit(
      converse()
        .person('read the tides')
        .writes('tide.ts')
        .agent('The tides are read.\n\nLeft to do:\n- the moon of the winter\n- a cache for the harbor'),
      'Read the tides',
    )
      .person('now the moon of the winter')
      .writes('moon.ts')
      .agent('The moon is read.');
    expect(checkpointOf(talk)).toContain('Left to do: a cache for the harbor');
  });

  it('keeps what was measured', () => {
    const talk = commit(
      converse()
        .person('the search is slow, look into it')
        .writes('search.ts')
        .agent(
          `It reads all users at once in \`search.ts\`. It has one query. A search takes 95 ms (before: 820 ms).${' Each user has a name.'.repeat(20)}`,
        ),
      'Read users at once',
    )
      .person('now the help page')
      .writes('help.ts')
      .agent('The help page is there.');
    expect(checkpointOf(talk)).toContain('A search takes 95 ms (before: 820 ms).');
    expect(checkpointOf(talk)).not.toContain('one query');
  });

  it('does not say what was done if all of it was written again before the commit', () => {
    const exported = (again: string) =>
      checkpointOf(
        commit(
          converse()
            .person('export the table')
            .writes('export.ts')
            .agent('The table is exported as `table.csv`, with a line for each harbor.')
            .person('export it for printers as well, they need pages')
            .writes(again)
            .agent('The table is exported as `table.pdf`, with a page for each harbor.'),
          'Export the table',
        )
          .person('now the help page')
          .writes('help.ts')
          .agent('The help page is there.'),
      );
    expect(exported('print.ts')).toContain('table.csv');
    expect(exported('export.ts')).not.toContain('table.csv');
  });
});

describe('the report that says where the work stands', () => {
  const points = Array.from(
    { length: 18 },
    (_, at) => `- \`harbor-${at}.ts\` has the depth at low tide, the zone and the light of harbor ${at}`,
  );
  const PARAGRAPH = Array.from(
    { length: 12 },
    (_, at) => `Pier ${at} has berths for ${at + 2} ferries, because more of them come at noon.`,
  ).join(' ');
  const reported = () =>
    converse()
      .person('build the harbors')
      .writes('harbor-1.ts')
      .agent(
        `The harbors are built, one file for each of them. ${PARAGRAPH}\n\nWhat they have:\n${points.join('\n')}`,
      )
      .person('commit')
      .runs('git commit -m x', '[main 1111111] Build the harbors')
      .agent('Committed.');

  it('keeps its beginning while the last message is short, and says how much is left out', () => {
    const text = checkpointOf(reported());
    expect(text).toContain('one file for each of them. Pier 0 has berths');
    expect(text).not.toContain('the light of harbor 17');
    expect(text).toMatch(/\[… \d+ (?:characters|more) …\]/);
  });

  it('is shortened once the agent has said more', () => {
    const text = checkpointOf(
      reported()
        .person('what about the moon?')
        .agent('The moon has nothing to do with the harbors, because no tide is computed. '.repeat(5)),
    );
    expect(text).not.toContain('one file for each of them');
    expect(text).not.toContain('the light of harbor 7');
  });
});

describe('a paragraph of an earlier report', () => {
  it('is left out if it has only a few words', () => {
    const report = `${'The tide comes in at noon, as the almanac of 1899 says. '.repeat(10)}\n\nNothing else.`;
    const talk = converse().person('read the tides').agent(report).person('and the moon?').agent('It is up.');
    expect(checkpointOf(talk)).toContain('The tide comes in at noon');
    expect(checkpointOf(talk)).not.toContain('Nothing else');
  });
});

describe('the report on the turn that changed most files', () => {
  const worked = (files: number, commit = 'git status') => {
    const talk = converse().person('build the harbor');
    for (let at = 0; at < files; at += 1) talk.writes(`harbor-${at}.ts`);
    talk
      .agent('Built:\n- `gate.ts` opens at ebb\n- `pier.ts` has nine berths\n- `light.ts` blinks twice')
      .runs(commit, '[main 1111111] Build');
    for (const name of ['moon', 'star', 'sun'])
      talk.person(`and draw the ${name}`).writes(`${name}.ts`).agent(`\`${name}.ts\` is drawn.`);
    return checkpointOf(talk.person('thanks, and the clouds?').agent('There are none.'));
  };

  it('loses only the point that is a proposal', () => {
    const talk = converse().person('build the harbor');
    for (let at = 0; at < 5; at += 1) talk.writes(`harbor-${at}.ts`);
    talk.agent(
      '- Added a parser in `a.ts`\n- `c.ts` is not finished: the pier is missing\n- I suggest to delete `e.ts`',
    );
    for (const name of ['moon', 'star', 'sun'])
      talk.person(`draw the ${name}`).writes(`${name}.ts`).agent(`\`${name}.ts\` is drawn.`);
    const text = checkpointOf(talk);
    expect(text).toContain('Added a parser in `a.ts`');
    expect(text).toContain('the pier is missing');
    expect(text).not.toContain('delete `e.ts`');
  });

  it('has short code behind the line that introduces it', () => {
    const talk = converse().person('build the harbor');
    for (let at = 0; at < 4; at += 1) talk.writes(`harbor-${at}.ts`);
    talk
      .agent('At low tide `gate.ts` now prints:\n```\nThe gate is shut.\n```')
      .person('and draw the moon')
      .agent('It is drawn by `moon.ts` already.');
    for (const name of ['star', 'sun'])
      talk.person(`draw the ${name}`).writes(`${name}.ts`).agent(`\`${name}.ts\` is drawn.`);
    expect(checkpointOf(talk)).toContain('`gate.ts` now prints: `The gate is shut.`');
  });

  it('is shown point by point, however old it is, until it is committed', () => {
    expect(worked(4)).toContain('`gate.ts` opens at ebb; `pier.ts` has nine berths; `light.ts` blinks twice');
    expect(worked(4, 'git add -A && git commit -m "Build"')).not.toContain('nine berths');
  });
});
