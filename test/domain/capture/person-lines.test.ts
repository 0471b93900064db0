import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { shortenCheckpoint } from '../../../src/domain/capture/derive/shorten-checkpoint.ts';
import { clipQuestion, optionMeant } from '../../../src/domain/capture/question.ts';
import { markQuotedAgent } from '../../../src/domain/capture/quoted-agent.ts';
import { converse } from './entries.ts';

const checkpointOf = (talk: ReturnType<typeof converse>) => deriveCheckpoint(talk.digest())[0]?.text ?? '';
const committed = (talk: ReturnType<typeof converse>, name: string) =>
  talk
    .writes(name)
    .runs(`git add ${name} && git commit -m x`, `[main 1234567] Add ${name}`)
    .agent(`Added ${name}.`);

describe('a first request that the person interrupted', () => {
  it('says whether a file was changed before', () => {
    const talk = () => converse().person('read the tides, and never round them');
    expect(checkpointOf(talk().writes('tide.ts').agent('Reading').interrupted())).toContain(
      'First request (the person interrupted it):',
    );
    expect(checkpointOf(talk().reads('tide.ts').agent('Reading').interrupted())).toContain(
      'First request (the person interrupted it before any file was changed):',
    );
  });
});

describe('an answer that is a rule and nothing else', () => {
  it('is no line beside its record', () => {
    const talk = converse()
      .person('Read the tide tables')
      .agent('They are read. Two ways:\n1. Never use MySQL\n2. Use both')
      .person('Never use MySQL.')
      .agent('Ok.');
    expect(checkpointOf(talk)).not.toContain('of the option');
  });
});

describe('messages of the person that are settled', () => {
  it('are left out once the step that they ask for is reported', () => {
    const talk = converse().person('Read the tide tables, and never round to hours').agent('Here is how.');
    talk
      .person('ok, let’s create the PR')
      .agent('Opened.')
      .person("yeah, let's give me a plan")
      .agent('Done.');
    talk.person('explain me again the rounding').agent('It rounds to minutes.');
    const text = checkpointOf(talk.person('now the moon phases, without those of 1899').agent('Read.'));
    expect(text).not.toMatch(/- (?:ok, let’s create|yeah, let's give|explain me again)/);
    expect(text).toContain('- now the moon phases');
  });

  it.each([
    'ignore the last message, this is the right one:\nround to minutes',
    'Por favor ignora el último mensaje',
    '请忽略上一条消息',
  ])('are withdrawn by %j', (withdrawal) => {
    const talk = converse()
      .person('Read the tide tables')
      .agent('Read.')
      .person('Round to whole hours')
      .agent('ok');
    const text = checkpointOf(
      talk.person(withdrawal).agent('ok').person('and never print zeros').agent('ok'),
    );
    expect(text).not.toContain('Round to whole hours');
    expect(text).toContain(withdrawal.split('\n')[0]);
  });
});

describe('messages of the person that count', () => {
  it('contain the last command that the person ran, and not those before it', () => {
    const talk = converse().person('Fill the tide tables of 2025').agent('The script is written.');
    talk.shell('python fill.py --year 2024').shell('tmux new -d "python fill.py --year 2025"');
    const text = checkpointOf(talk.person('it runs, wait for it').agent('Waiting.'));
    expect(text).toContain('- ran `tmux new -d');
    expect(text).not.toContain('--year 2024');
  });

  it('contain rules for working after the work was committed', () => {
    const rule = 'yes, start, make a new branch, and add tests as you go';
    const talk = committed(converse().person('Read the tides').agent('Read.').person(rule), 'a.ts');
    const text = checkpointOf(
      committed(committed(talk.person('the moons too'), 'b.ts').person('read the stars as well'), 'c.ts')
        .person('never use tabs')
        .agent('ok'),
    );
    expect(text).toContain(rule);
  });

  it('contain what is said in another language, also after it was committed', () => {
    const said = 'me gustan las tablas con bordes dobles';
    const talk = committed(converse().person('Lee las mareas').agent('Leídas.').person(said), 'a.ts');
    for (const name of ['b.ts', 'c.ts', 'd.ts'])
      committed(talk.person(`read ${name} and print the tides`), name);
    expect(checkpointOf(talk)).toContain(said);
  });

  it('contain a longer specification as a whole, before short remarks', () => {
    const points = Array.from(
      { length: 9 },
      (_, at) => `- group ${at} is ordered by the time of its last tide`,
    );
    const talk = converse().person('Improve the list').agent('How?');
    talk.person(`how about this:\n${points.join('\n')}`).agent('ok');
    for (let at = 0; at < 18; at++)
      talk.person(`${'please keep this small remark in mind '.repeat(5)}${at}`).agent('ok');
    const text = checkpointOf(talk);
    for (const point of points) expect(text).toContain(point.slice(2));
    expect(text).toContain('in mind 17');
  });

  it('do not contain a review that somebody pasted once it was answered', () => {
    const review = `Build and tests are clean.\n## Verdict\n${'**1. Flag name.** Fixed in both places. '.repeat(20)}`;
    const talk = converse().person('Add the flag').agent('Added.').person(review).agent('Agreed.');
    const text = checkpointOf(talk.person('and never print zeros').agent('ok'));
    expect(text).not.toContain('Verdict');
  });
});

describe('words of the agent in a message of the person', () => {
  const SAID =
    'Session B would create a second branch, because it sees a **clean worktree**.\nThe first stays.';

  it('are marked at its beginning', () => {
    expect(
      markQuotedAgent(
        'Session B would create a second branch, because it\n  sees a clean worktree. this is not true',
        [SAID],
      ),
    ).toBe(
      '[quoting the agent: "Session B would create a second branch, because it sees a…"] this is not true',
    );
  });

  it.each([
    'Session B would create a second file, and that is wrong',
    'this is not true: Session B would create a second branch, because it sees a clean worktree.',
    'Session B would create a second branch, because it sees a clean worktree.',
  ])('are left alone elsewhere: %s', (message) => {
    expect(markQuotedAgent(message, [SAID])).toBe(message);
  });

  it('are no rule of the person', () => {
    const talk = converse().person('Plan the mode').agent(`I would not remove the fallback. ${SAID}`);
    talk.person(`I would not remove the fallback. ${SAID.split('\n')[0]}\nWhat would that be`).agent('This.');
    const text = checkpointOf(talk.person('it never falls back').agent('ok').person('thanks').agent('ok'));
    expect(text).not.toContain('What would that be');
  });
});

describe('a short answer to a question of the agent', () => {
  const shown = (asked: string, answer: string) =>
    checkpointOf(
      converse()
        .person('Set up the database of the tides')
        .agent(asked)
        .person(answer)
        .agent('As you wish.')
        .person('add an index on the harbor table')
        .agent('Added the index.'),
    );

  it.each([
    [
      'Done. Should I also drop the old sqlite file?',
      'no',
      'asked "Should I also drop the old sqlite file?", answered: no',
    ],
    ['Done. Should I also drop the old sqlite file?', 'No.', 'answered: No.'],
    ['Fertig. Soll ich die alte Datei löschen?', 'nein', 'answered: nein'],
    [
      'Shall I drop it? It is not used.\nThe rest is done.',
      'no',
      'asked "Shall I drop it? It is not used. The rest is done.", answered: no',
    ],
    ['Which one? 1. Postgres 2. MySQL', '2', 'asked "Which one? 1. Postgres 2. MySQL", answered: 2'],
    ['Which one?\n\n1. Postgres\n2. MySQL', '2', 'of the option "2. MySQL": 2'],
    ['Which one?\n\na) Postgres\nb) MySQL', 'b', 'of the option "b) MySQL": b'],
    ['Which database do you want?', 'mysql', 'asked "Which database do you want?", answered: mysql'],
    ['Is the disk shared?', 'yes', 'asked "Is the disk shared?", answered: yes'],
    ['The old file is still there.', 'no', '- no'],
  ])('is shown with it: %j / %s', (asked, answer, line) => {
    expect(shown(asked, answer)).toContain(line);
  });

  it.each([
    ['Shall I go on with the index?', 'yes'],
    ['Done.', 'thanks'],
    ['Shall I go on with the index?', 'continue'],
  ])('is left out if it only lets begin what was reported: %j / %s', (asked, answer) => {
    expect(shown(asked, answer)).not.toMatch(new RegExp(`(?:- |: )${answer}$`, 'm'));
  });
});

describe('questions and options of the agent', () => {
  it('keep the question when they are cut', () => {
    const question = `${'The tests need a binary that exists. '.repeat(8)}Should they live here or there? It has all parts.`;
    expect(clipQuestion(question, 120)).toBe(
      '… The tests need a binary that exists. The tests need a binary that exists. Should they live here or there?',
    );
    expect(clipQuestion('Here or there?', 120)).toBe('Here or there?');
  });

  it('stand beside a choice in a few words', () => {
    const textOf = (reply: string) =>
      checkpointOf(
        converse()
          .person('limit the tides')
          .writes('tide.ts')
          .agent('Twenty tides are shown. Should I keep 50 or go back to 20?')
          .person(reply)
          .writes('tide.ts')
          .agent('Done.'),
      );
    const asked = 'asked "Should I keep 50 or go back to 20?", answered: ';
    for (const reply of ['maybe push it to 100', 'I prefer the second', 'hm, rather 30'])
      expect(textOf(reply)).toContain(`- ${asked}${reply}`);
    for (const reply of ['maybe we should sort the harbor list by pier and by name first', 'use tide.csv'])
      expect(textOf(reply)).not.toContain(asked);
  });

  it('resolve the word "option" only against a list that uses it', () => {
    expect(optionMeant('for option 2: even one line', '1. Start\n2. Resume the session')).toBeNull();
    expect(optionMeant('for option 2: even one line', '**Option 1: fast**\n**Option 2: small**')).toBe(
      'Option 2: small**',
    );
    expect(
      optionMeant('A', '| | change |\n|---|---|\n| A | buffer the output |\n| B | parse in parallel |'),
    ).toBe('A | buffer the output');
    expect(optionMeant('나. 한번 더 409면 포기', '- (가) 버림\n- (나) 다시 얹어 재시도')).toBe(
      '(나) 다시 얹어 재시도',
    );
    expect(optionMeant('la 2 por ahora, lo otro el jueves', '1. Una cola\n2. Una columna')).toBe(
      '2. Una columna',
    );
    expect(optionMeant('②で', '① 捨てる\n② もう一度送る')).toBe('② もう一度送る');
    expect(optionMeant("let's do 2 for now", '1. Start\n2. Resume the session')).toBe(
      '2. Resume the session',
    );
  });
});

it('keeps the end of a long first request, which often has the rule that matters', () => {
  const story = 'The worker renders invoices as PDF, and twice a week one of them is empty. '.repeat(25);
  const talk = converse()
    .person(`${story}One more thing: never rename the public functions.`)
    .agent('Fixed.');
  const text = checkpointOf(
    talk.person('Now do the docs as well please, in the same tone.').agent('Written.'),
  );
  expect(text).toContain('never rename the public functions.');
  expect(text.match(/characters …\]/g)).toHaveLength(1);
});

describe('a request that the person took back', () => {
  it('is left out, with what took it back kept', () => {
    const talk = converse()
      .person('Export the hours as CSV, and never log names')
      .agent('Exported.')
      .person('New plan: the accountant wants the ledger format instead, so drop CSV and write ledger files.')
      .agent('Done.')
      .person('But the hours stay in minutes, and push nothing.')
      .agent('Ok.')
      .person('Change of plan. The accountant leaves, forget the ledger format, back to CSV files.')
      .agent('Back.');
    const text = checkpointOf(talk);
    expect(text).not.toContain('New plan');
    expect(text).toContain('- Change of plan.');
    expect(text).toContain('- But the hours stay in minutes');
  });
});

describe('what the person forbids', () => {
  const RULE =
    'ok do not push the tables before Hana is back, because the harbor prints whatever is pushed, and they read it only after all of the ships have left the pier with it';
  const many = () => {
    const talk = converse().person('Read the tides').agent('Read.').person(RULE).agent('Fine.');
    for (let turn = 0; turn < 12; turn++)
      talk.person(`Point ${turn}: instead ${'the detail '.repeat(25)}`).agent('Done.');
    return talk;
  };

  it('is shown before other messages if the room is short', () => {
    const text = checkpointOf(many());
    expect(text).toContain(`- ${RULE}`);
    expect(text).not.toContain('- Point 0');
  });

  it('stays longest when the handoff is shortened', () => {
    const text = shortenCheckpoint(checkpointOf(many()), 1_200);
    expect(text).toContain(`- ${RULE}`);
    expect(text).not.toContain('- Point 5');
  });
});

describe('a choice without a name', () => {
  it('is shown with what the agent proposed last', () => {
    const talk = converse()
      .person('read the tides')
      .agent('A middle ground would be:\n- keep the almanac\n- drop the moon\n\nThat is cheap.')
      .person('yeah, I like the later more.\nCan we name it harbor?')
      .agent('Named.');
    expect(checkpointOf(talk)).toContain(
      '- of the option "A middle ground would be: - keep the almanac - drop the moon": yeah, I like the later more.',
    );
  });
});

describe('a short reply', () => {
  const replied = (offer: string, reply: string) =>
    checkpointOf(converse().person('read the tides').agent(offer).person(reply).agent('Noted down.'));

  it('is shown with the option that its small letter names', () => {
    const text = replied('Two ways:\nA) by hour\nB) by day', 'a. b later maybe, make an issue for it');
    expect(text).toContain('- of the option "A) by hour": a. b later maybe, make an issue for it');
    expect(replied('Two ways:\nA) by hour\nB) by day', 'a moon would be nice, but not today')).not.toContain(
      'of the option',
    );
  });

  it.each([
    ['Two ways:\nA. by hour\nB. by day', 'a) rename the table first\nb) never touch the moon'],
    ['Two ways:\nA. by hour\nB. by day', 'a, b and c are all bad ideas, never do that'],
    ['Changed files:\n- a.ts\n- b.ts', 'I like the latter, never the former'],
    ['I also fixed these:\n- a typo', 'I like it, keep the old gate'],
  ])('is no choice of what was not offered: %s', (offer, reply) => {
    expect(replied(offer, reply)).not.toContain('of the option');
  });

  it('is shown with what it puts off', () => {
    expect(
      replied('The tides are read. Shall I cache them?', 'not now. after this is green, remind me'),
    ).toContain('- asked "Shall I cache them?", answered: not now. after this is green, remind me');
  });
});

describe('a first request that the agent was told to continue', () => {
  it('is not called done', () => {
    const talk = () => committed(converse().person('port each of the parts'), 'tide.ts');
    expect(checkpointOf(talk())).toContain('First request, reported and committed');
    const text = checkpointOf(committed(talk().person('continue'), 'moon.ts'));
    expect(text).toContain('port each of the parts');
    expect(text).not.toContain('First request, reported and committed');
  });

  it('is what is not finished, and not a question in between that was answered', () => {
    const talk = converse()
      .person('port the parts, one after the other')
      .writes('tide.ts')
      .agent('The tides are ported.')
      .person('thx. Hana asks about the moon too, for the standup')
      .agent('It is up, and it is twice as fast.')
      .person('continue')
      .writes('moon.ts');
    expect(checkpointOf(talk)).toContain('Not reported as finished: the first request.');
  });
});
