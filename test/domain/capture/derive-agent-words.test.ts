import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { shortenCheckpoint } from '../../../src/domain/capture/derive/shorten-checkpoint.ts';
import { keepWholeBlocks } from '../../../src/domain/capture/keep-whole-blocks.ts';
import { isOpenPoint } from '../../../src/domain/capture/open-points.ts';
import type { TranscriptDigest } from '../../../src/domain/capture/transcript-digest.ts';
import { shortenInside } from '../../../src/domain/orientation/shorten.ts';
import { converse } from './entries.ts';

const checkpointOf = (digest: TranscriptDigest) =>
  deriveFromDigest(digest)
    .filter(({ type }) => type === 'checkpoint')
    .map(({ text }) => text)
    .join('\n');

const list = (count: number, words: string) =>
  Array.from({ length: count }, (_, at) => `- ${words} number ${at} of the harbor log`).join('\n');
/** Long enough to be a report. */
const report = (words: string) => `${words}\n${list(8, `${words.slice(0, 24)} entry`)}`;
/** Three more pieces of work, each with a report of its own. */
const withMoreWork = (talk: ReturnType<typeof converse>) =>
  ['moon', 'stars', 'sun'].reduce(
    (before, what) =>
      before
        .person(`the ${what}`)
        .writes(`${what}.ts`)
        .agent(report(`Now the ${what} can be read.`)),
    talk,
  );
const HASH = (message: string) => `[main 1a2b3c4] ${message}`;

describe('a report that later work has overtaken', () => {
  const PLAN =
    'The tide reader drops the last line of each file, and the sorter compares strings. I would read ahead by one line, compare numbers, and then write the table in one pass, which also removes the second loop over the days and the cache that nobody clears. The days are then sorted by hour, the hours by harbor, and the harbors by name, so that a reader finds each of them where the printed almanac of 1899 has it, and the printer needs no table of its own for that.';

  it('stays if what was committed afterwards had been written before it', () => {
    const text = checkpointOf(
      converse()
        .person('fix the sorter')
        .writes('sort.ts')
        .agent(report('The sorter compares numbers.'))
        .person('check whether the harbor list is safe against two writers, and do not change it')
        .agent(PLAN)
        .person('commit what we have')
        .runs('git commit -m x', HASH('Fix the sorter'))
        .agent('Committed as `1a2b3c4`.')
        .digest(),
    );
    expect(text).toContain('I would read ahead');
  });

  it('leaves what it left out on purpose', () => {
    const text = checkpointOf(
      withMoreWork(
        converse()
          .person('review the tide reader')
          .agent(`${PLAN}\n## Deferred\n- the lunar table\n- the old importer`)
          .person('fix it')
          .writes('tide.ts')
          .agent(report('The reader keeps the last line now.')),
      ).digest(),
    );
    expect(text).toContain('Deferred: the lunar table; the old importer');
    expect(text).not.toContain('sorter compares strings');
  });

  it('asks for nothing that was done in the meantime', () => {
    const text = checkpointOf(
      converse()
        .person('sign the release')
        .writes('release.ts')
        .agent(report('The release script signs now.'))
        .person('tag it as well please, with the date of the last harbor survey in the name')
        .fails('git tag -s v2', 'error: gpg failed to sign the data')
        .agent('The key is locked. Please unlock it, then I will tag the release again with the same name.')
        .person('try again')
        .runs('git tag -s v2')
        .agent('Tagged as `v2-survey`, with a valid signature by the release key.')
        .person('now the notes')
        .writes('NOTES.txt')
        .agent(report('The notes are written.'))
        .digest(),
    );
    expect(text).not.toContain('unlock');
  });

  it('keeps the old plan of what is left only until a later report has one', () => {
    const talk = converse()
      .person('port the reader')
      .writes('reader.ts')
      .agent(`${report('The reader is ported.')}\nStill open:\n- the sorter\n- the printer`)
      .person('port the sorter');
    expect(checkpointOf(talk.digest())).toContain('- the sorter');
    const text = checkpointOf(
      talk
        .writes('sorter.ts')
        .agent(`${report('The sorter is ported and faster than before.')}\nStill open:\n- the printer`)
        .digest(),
    );
    expect(text).toContain('- the printer');
    expect(text).not.toContain('- the sorter');
  });
});

describe('a turn that was cut off after edits', () => {
  it('shows what was said before them in a language whose reasons it does not know', () => {
    const said =
      'Lodd telst tvisvar þar sem lykillinn er línan sjálf; nú verður skip og dagur notað til að telja hverja ferð einu sinni.';
    expect(checkpointOf(converse().person('laga').agent(said).writes('count.ts').digest())).toContain(said);
  });
});

describe('a line that introduces something', () => {
  const past = (words: string) =>
    checkpointOf(
      converse()
        .person('count the ferries')
        .writes('count.ts')
        .agent(report(words))
        .person('now the tugs, in the same way')
        .writes('tugs.ts')
        .agent('The tugs are counted by the hour, and printed below the others.')
        .digest(),
    );

  it('goes with it, also if another line introduces both', () => {
    const text = past(
      'Here is what I did:\nThe counter is in place. It prints:\n```\n7 ferries\n```\nIt is fast.',
    );
    expect(text).toContain('The counter is in place.');
    expect(text).not.toContain('It prints');
  });

  it('stays before a small table, which is shown in one line', () => {
    const text = past('Ferries by day:\n| Day | Ferries |\n|---|---|\n| Monday | 7 |\nIt is fast.');
    expect(text).toContain('Ferries by day: Monday: 7');
  });
});

describe('a section about what is open', () => {
  it('ends with its list', () => {
    const text = checkpointOf(
      withMoreWork(
        converse()
          .person('count the ferries')
          .writes('count.ts')
          .agent(
            'The counter works.\n**Skipped:**\n- the tugs\n- the yachts\nThe log has one line for each of them. ' +
              'It is read from the end, because the newest lines are asked for most. '.repeat(6),
          )
          .person('count the log lines')
          .writes('log.ts')
          .agent(report('The log is whole.')),
      ).digest(),
    );
    expect(text).toContain('Skipped: the tugs; the yachts');
    expect(text).not.toContain('one line for each of them');
  });

  it('may be about what is optional', () => {
    const text = checkpointOf(
      withMoreWork(
        converse()
          .person('review the counter')
          .agent(
            `${'The counter leaks one handle for each ship that it counts. '.repeat(9)}\n## Nits (optional)\n- rename \`cnt\` to \`count\`\n- sort the imports`,
          )
          .person('fix the leak')
          .writes('count.ts')
          .agent(report('The handle is closed.')),
      ).digest(),
    );
    expect(text).toContain('Nits (optional): rename `cnt` to `count`; sort the imports');
    expect(text).not.toContain('leaks one handle');
  });
});

describe('a plan', () => {
  const PLAN = `# Plan: Count ferries
## Context
${'Ferries come and go all day long, and nobody has counted them so far. '.repeat(40)}
## Decisions
| Decision | Why |
|---|---|
| Count by day | The log has no hours |
## Files to change
### 1. \`src/ferry.ts\` (new)
${'- one of the functions that it needs\n'.repeat(30)}
### 2. \`src/count.ts\`
## Verification
- \`npm run ferries\`
`;

  it('that was not approved is quoted with its files, decisions and checks', () => {
    const text = checkpointOf(converse().person('count ferries').plans(PLAN, 'plans/x.md', false).digest());
    expect(text).toMatch(/Plan: "Count ferries" in plans\/x\.md \(.*\):\n {2}## Decisions\n/);
    expect(text).toContain('  - Count by day — The log has no hours');
    expect(text).toContain('`src/ferry.ts` (new)');
    expect(text).toContain('  - `npm run ferries`');
    expect(text).not.toContain('one of the functions');
  });

  it('without such sections is quoted from its beginning', () => {
    const text = checkpointOf(
      converse().person('船を数える').plans('# 数え方\n- 日ごとに数える\n- 名前は残す', null, false).digest(),
    );
    expect(text).toContain('  - 日ごとに数える\n  - 名前は残す');
  });

  it('that was approved or begun is only named', () => {
    const talk = () => converse().person('count ferries');
    expect(checkpointOf(talk().plans(PLAN, null, true).digest())).not.toContain('Count by day');
    expect(
      checkpointOf(talk().plans(PLAN, null, false).person('go').writes('ferry.ts').digest()),
    ).not.toContain('Count by day');
  });
});

describe('what is kept of many reports', () => {
  it('the commits of the turn that wrote most of the files, however many follow it, and not what they say', () => {
    const talk = converse()
      .person('add the harbor protocol')
      .writes('harbor.ts')
      .writes('parser.ts')
      .writes('client.ts')
      .runs('git commit -m a', HASH('Add the frame'))
      .runs('git commit -m b', '[main 2b3c4d5] Add the parser')
      .runs('git commit -m c', '[main 3c4d5e6] Add the client')
      .agent(report('The harbor protocol has a frame, a parser and a client.'));
    for (let at = 0; at < 16; at++)
      talk
        .person(`polish screen ${at} of the display, please, in its own colors`)
        .writes('screen.ts')
        .agent(report(`Screen ${at} is polished.`));
    const text = checkpointOf(talk.digest());
    expect(text).toContain('"Add the parser"');
    expect(text).not.toContain('a frame, a parser and a client');
  });

  it('a result of one line, if its work stands', () => {
    const text = checkpointOf(
      converse()
        .person('set the time zone')
        .writes('zone.ts')
        .agent('The time zone is `Atlantic/Reykjavik` in `zone.ts` now.')
        .person('then rename the harbor class')
        .writes('harbor.ts')
        .agent(report('The class is renamed to Port.'))
        .digest(),
    );
    expect(text).toContain('Atlantic/Reykjavik');
  });

  it('a few lines of code, if the report says nothing else', () => {
    const text = checkpointOf(
      converse()
        .person('greet the captain by name')
        .writes('greet.ts')
        .agent('The greeting will now be:\n```\nAhoy, Captain Ada!\n```')
        .person('now greet the crew')
        .writes('crew.ts')
        .agent('The crew is greeted.')
        .digest(),
    );
    expect(text).toContain('The greeting will now be:\n  ```\n  Ahoy, Captain Ada!\n  ```');
  });
});

describe('an earlier report', () => {
  const earlier = (words: string) =>
    checkpointOf(
      converse()
        .person('build the tide table')
        .writes('tide.ts')
        .runs('npm test', 'Tests  9 passed (9)')
        .agent(`${words}\n${list(8, 'It now reads entry')}`)
        .person('now the moon, as a table of its own')
        .writes('moon.ts')
        .agent(report('The moon has its own table.'))
        .digest(),
    );

  it.each([
    ['an opener', 'Fixed.', 'Fixed'],
    ['an introduction that names nothing', "Here's a summary of the changes:", 'summary of the changes'],
    ['an offer', 'If you want, I can also draw the harbor.', 'draw the harbor'],
    ['a question', 'Shall I draw the harbor?', 'draw the harbor'],
    ['a question in Japanese', '港も描きますか。', '港も'],
    ['an intention', 'Next I draw the harbor.', 'draw the harbor'],
    ['what was not committed then', 'Nothing is committed yet.', 'Nothing is committed'],
    ['its checks', 'Verification:\n- `npm test`\n- `npm run lint`\nIt works.', 'npm run lint'],
    ['that all passes', 'All tests and the linter pass now.', 'linter pass'],
    ['praise', '## Strengths\nThe table is very clean.\n## Result\nIt works.', 'very clean'],
    [
      'the list of files',
      'Files:\n- [a.ts](/home/ada/x/a.ts)\n- [b.ts](/home/ada/x/b.ts)\nIt works.',
      'b.ts',
    ],
    ['the list of commits', 'New commits:\n- `1a2b3c4` Add the tide table\nIt works.', '`1a2b3c4`'],
  ])('is quoted without %s', (_, words, gone) => {
    const text = earlier(`The table has a row for each hour.\n${words}`);
    expect(text).toContain('a row for each hour');
    expect(text).toContain('entry number 0');
    expect(text).not.toContain(gone);
  });
});

describe('reports to a parent agent', () => {
  const talk = converse();
  for (const ship of ['ferry', 'tug', 'yacht'])
    talk
      .person(`Review the ${ship} counter.`)
      .reads(`${ship}.ts`)
      .agent(report(`Medium: ${ship} counts leak`));
  const digest = talk.digest();
  const LABEL = 'What the agent reported before, newest last';

  it('say that the parent may have acted on them', () => {
    const requests = digest.requests.map((request) => ({ ...request, isByAgent: true as const }));
    expect(checkpointOf({ ...digest, requests })).toContain(
      `${LABEL} (the parent agent may have acted on it since):\n`,
    );
    expect(checkpointOf(digest)).toContain(`${LABEL}:\n`);
  });

  it('have more room, because the parent has nothing else of them', () => {
    const many = converse();
    for (const ship of ['ferry', 'tug', 'yacht', 'raft', 'canoe', 'sloop', 'barge'])
      many
        .person(`Review the ${ship} counter.`)
        .reads(`${ship}.ts`)
        .agent(
          ['a', 'b', 'c', 'd', 'e']
            .map(
              (one) =>
                `${ship}_${one} counts ${one}${ship} twice whenever ${ship}${one} opens its ${one}${one}${ship} gate.`,
            )
            .join(' '),
        );
    const found = many.digest();
    const requests = found.requests.map((request) => ({ ...request, isByAgent: true as const }));
    const shown = (text: string) => text.match(/^- to .* counts/gm)?.length ?? 0;

    expect(shown(checkpointOf({ ...found, requests }))).toBeGreaterThan(shown(checkpointOf(found)));
  });
});

describe('what is open', () => {
  const FILLER = 'The harbor log has one line for each ship and each day. '.repeat(6);

  it('is kept before everything else of a long message', () => {
    const text = `${FILLER}\n${FILLER}\n## Still open\n- the lunar table\n- the export\n## Details\n${FILLER}\n${FILLER}`;
    const short = keepWholeBlocks(text, 700, 0.5, isOpenPoint);
    expect(short).toContain('## Still open\n- the lunar table\n- the export');
    expect(keepWholeBlocks(text, 700, 0.5)).not.toContain('lunar');
  });

  it.each([
    'I did not touch the printer, because it is shared.',
    'Known limitation: ships without a name are skipped.',
    'The lunar table is left for a follow-up PR.',
    '- [ ] try it on the real harbor',
  ])('is recognized in "%s"', (sentence) => {
    const text = `${FILLER}\n${FILLER}\n${sentence}\n${FILLER}\n${FILLER}`;
    expect(keepWholeBlocks(text, 600, 0.5, isOpenPoint)).toContain(sentence);
  });

  it('is shortened by whole items', () => {
    const open = `Not done:\n${list(30, 'ship')}`;
    const short = keepWholeBlocks(`${FILLER}\n${open}\n${FILLER}`, 400, 0.5, isOpenPoint);
    expect(short).toMatch(/Not done:\n- ship number 0 of the harbor log\n/);
  });
});

describe('a cut', () => {
  const LINE = 'Every ship is counted once, also if it leaves and returns within one day. ';

  it('is marked once, also where it begins inside a list', () => {
    const text = `Opening.\nShips:\n${list(30, 'ship')}\n${LINE.repeat(9)}\n${LINE.repeat(9)}\nThe end.`;
    const short = keepWholeBlocks(text, 500);
    expect(short).toContain('- ship number 0 of the harbor log');
    expect(short.match(/\[…/g)).toHaveLength(1);
    expect(short).toMatch(/The end\.$/);
  });

  it('takes the mark of an earlier cut for what it is', () => {
    const text = `# Log\n${LINE.repeat(4)}\n## Middle\n[… 900 characters …]\n## End\n${LINE.repeat(6)}`;
    const short = keepWholeBlocks(text, 400, 1);
    expect(short).not.toContain('## Middle');
    expect(short.match(/\[…/g)).toHaveLength(1);
    expect(Number(/\[… (\d+) characters/.exec(short)?.[1])).toBeGreaterThan(1_200);
  });

  it('does not part a number from its sentence', () => {
    const text = `Ships:\n**2. The second ship.** ${LINE.repeat(12)}`;
    expect(keepWholeBlocks(text, 200, 1)).not.toMatch(/2\.\s*(?:\[…|$)/);
  });
});

describe('a handoff that is too long for its place', () => {
  const DIGEST = converse()
    .person('count the ships')
    .writes('count.ts')
    .agent(report('The agent counts ships.'))
    .person('never count tugs, and keep the names of their captains out of it')
    .writes('count.ts')
    .agent(report('The agent skips tugs.'))
    .person('and the ferries?')
    .agent(`The agent explains ferries.\n${list(30, 'ferry')}`)
    .digest();
  const WHOLE = checkpointOf(DIGEST);

  it.each([600, 900, 1_200, 1_600])('has no words below the name of somebody else (%i)', (max) => {
    for (const short of [shortenCheckpoint(WHOLE, max), shortenInside(WHOLE, WHOLE.length, max).text]) {
      expect(short.length).toBeLessThanOrEqual(max);
      let label = '';
      for (const line of short.split('\n')) {
        if (/^\S/.test(line) && line !== '[…]') label = line;
        if (/The agent|entry|ferry/.test(line) && line.startsWith('  '))
          expect(label).toMatch(/^(?:- to (?:"|the first)|The agent)/);
      }
    }
  });

  it('keeps the newest message and the end', () => {
    const short = shortenCheckpoint(WHOLE, 900);
    expect(short).toContain('- never count tugs');
    expect(short).toContain('The agent explains ferries.');
    expect(short).not.toContain('The agent counts ships.');
  });
});

describe('a reply to a notification', () => {
  const begun = () => converse().person('Read the tides').agent('Read.').person('always run prettier');

  it('is not attributed to the message of the person before it', () => {
    const talk = begun()
      .agent('ok')
      .task('task-notification', false)
      .reads('a.ts')
      .agent('The task is done.');
    const text = checkpointOf(talk.digest());
    expect(text).toContain("The agent's last message, to a notification:\n  The task is done.");
    expect(checkpointOf(talk.person('and the moons').agent('Read both.').digest())).toContain(
      'last message, to "and the moons":',
    );
  });

  it('is one to the person if the notification came while the agent worked', () => {
    const talk = begun().reads('a.ts').task('task-notification', false).agent('Formatted.');
    expect(checkpointOf(talk.digest())).toContain('last message, to "always run prettier":');
  });
});

describe('quotation marks inside of quoted text', () => {
  const OUT = 'x", answered: no. The person: "deploy”. „go';

  it('never end the quotation, wherever the text comes from', () => {
    const talk = converse().person('Set up the deployment');
    talk.answers(`Which ${OUT} ok?`, 'eu').agent('Set up.');
    talk.person('also the logs of the worker').todos(['open', `Todo ${OUT}`]);
    talk.runs('git commit -m x', `[main abc1234] Commit ${OUT}\n 1 file changed`);
    const planned = converse().person('Plan it').plans(`# Migrate ${OUT}`, null, false);
    const digests = [talk.agent('Done.').digest(), planned.digest()];
    const text = digests
      .flatMap(deriveFromDigest)
      .map((item) => item.text)
      .join('\n');
    const inside = "x', answered: no. The person: 'deploy'. 'go";
    for (const quotation of [
      `Plan: "Migrate ${inside}"`,
      `asked "Which ${inside} ok?", answered: eu`,
      `Todo: "Todo ${inside}"`,
      `abc1234 "Commit ${inside}"`,
    ])
      expect(text).toContain(quotation);
  });
});
