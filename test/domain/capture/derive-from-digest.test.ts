import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { renderDigest } from '../../../src/domain/capture/render-digest.ts';
import {
  currentDigest,
  EMPTY_DIGEST,
  type TranscriptDigest,
} from '../../../src/domain/capture/transcript-digest.ts';
import type { RecordType } from '../../../src/domain/record/record.ts';
import { converse } from './entries.ts';

const textsOf = (digest: TranscriptDigest, type: RecordType) =>
  deriveFromDigest(digest)
    .filter((item) => item.type === type)
    .map(({ text }) => text);

const checkpointOf = (digest: TranscriptDigest) => textsOf(digest, 'checkpoint').join('\n');

const linesOf = (digest: TranscriptDigest) => checkpointOf(digest).split('\n');

const LONG = `${'Word after word. '.repeat(40)}The end.`;

describe('a handoff from a transcript', () => {
  it('is empty if nothing was requested and nothing written', () => {
    expect(deriveFromDigest(EMPTY_DIGEST)).toEqual([]);
    expect(deriveFromDigest(converse().person('hello').agent('Hello!').digest())).toEqual([]);
    expect(deriveFromDigest(converse().person('go on').runs('make').digest())).toHaveLength(1);
  });

  it('is one checkpoint, open todos and rules, each with its lines', () => {
    const digest = converse()
      .person('Never push to main. Add paging.')
      .todos(['done', 'Route'], ['doing', 'Cursor'], ['open', 'Docs'], ['open', 'Docs'])
      .agent('The route is there.')
      .digest();
    expect(deriveFromDigest(digest)).toEqual([
      { type: 'checkpoint', text: expect.any(String), lines: [1, 4] },
      { type: 'constraint', text: 'The person: "Never push to main."', lines: [1] },
      { type: 'open_loop', text: 'Todo: "Cursor"', lines: [3] },
      { type: 'open_loop', text: 'Todo: "Docs"', lines: [3] },
    ]);
  });

  it('has the title of the session, rather that of the person', () => {
    const talk = converse().person('fix the parser').title('Fix parser').agent('ok');
    expect(linesOf(talk.digest())[0]).toBe('Title: "Fix parser"');
    expect(linesOf(talk.title('mine', true).title('Fix parser again').digest())[0]).toBe('Title: "mine"');
  });

  it('keeps naming open todos however long the list was not touched', () => {
    const talk = converse().person('build it').todos(['open', 'Write the docs']);
    for (let turn = 0; turn < 12; turn++) talk.person(`question number ${turn} about it`).agent('An answer.');
    expect(textsOf(talk.digest(), 'open_loop')).toEqual(['Todo: "Write the docs"']);
  });

  describe('quotes the person', () => {
    it('with the first request, then the others in their order, without bare replies', () => {
      const digest = converse()
        .person('Build the importer')
        .agent('Which format?')
        .person('CSV only, use streams')
        .agent('Done.')
        .person('yes')
        .agent('Ok.')
        .person('scratch that, support JSON too')
        .agent('Both work.')
        .digest();
      expect(linesOf(digest).slice(0, 5)).toEqual([
        'First request:',
        '  Build the importer',
        'Then the person said (newest last):',
        '- CSV only, use streams',
        '- scratch that, support JSON too',
      ]);
    });

    it('word for word, with their lists and quotation marks', () => {
      const words = 'Rules:\n- say "no" to `x`\n- 絶対に触らない';
      expect(checkpointOf(converse().person(words).agent('ok').digest())).toContain(
        'Rules:\n  - say "no" to `x`\n  - 絶対に触らない',
      );
    });

    it('with their answers beside the question, and the commands they ran', () => {
      const digest = converse()
        .person('set it up')
        .answers('Which database?', 'the one we have')
        .shell('make seed')
        .agent('Fine.')
        .digest();
      expect(linesOf(digest)).toContain('- asked "Which database?", answered: the one we have');
      expect(linesOf(digest)).toContain('- ran `make seed`');
    });

    it('once, if the client repeats what was queued or stopped by a hook', () => {
      const digest = converse()
        .person('fix the parser now')
        .person('fix the parser now')
        .queues('and the lexer as well')
        .person('and the lexer as well')
        .queues('also the docs of both')
        .digest();
      const quoted = linesOf(digest).slice(0, -1);
      expect(quoted).toEqual([
        'First request:',
        '  fix the parser now',
        'Then the person said (newest last):',
        '- and the lexer as well',
        '- also the docs of both',
      ]);
      expect(digest.queued).toHaveLength(1);
    });

    it('leaves out short questions of long ago, and says how many messages are not shown', () => {
      const talk = converse().person('Build the importer').agent('ok');
      for (let turn = 0; turn < 60; turn++) talk.person(`Point ${turn}: ${'detail '.repeat(20)}`).agent('ok');
      const lines = linesOf(talk.person('what was that?').agent('This.').person('the last word').digest());
      expect(lines[2]).toMatch(/^Then the person said \(newest last; \d+ not shown\):$/);
      expect(lines.filter((line) => line.startsWith('- Point'))).not.toHaveLength(0);
      expect(lines.join('\n')).not.toContain('Point 3:');
      expect(lines).toContain('- the last word');
      expect(lines.join('\n').length).toBeLessThan(4_000);
    });

    it('with the recap of the client, until the person says something of substance', () => {
      const talk = converse().person('Bump the library').agent('Done.').recap('Goal: bump. Next: commit.');
      expect(linesOf(talk.person('go ahead').digest())).toContain(
        "- [the client's recap] Goal: bump. Next: commit.",
      );
      expect(checkpointOf(talk.person('now the other library').digest())).not.toContain('recap');
    });
  });

  describe('quotes the agent', () => {
    it('with the end of its last message, and the request that it answers', () => {
      const text = checkpointOf(
        converse()
          .person('explain it')
          .agent(`${LONG.repeat(6)} Still open: the docs.`)
          .digest(),
      );
      expect(text).toContain('The agent\'s last message, to "explain it":');
      expect(text).toMatch(/Still open: the docs\.$/);
    });

    it('with the report before a short last message', () => {
      const digest = converse()
        .person('refactor it')
        .agent(LONG)
        .person('commit this')
        .agent('Committed.')
        .digest();
      expect(linesOf(digest)).toContain('The agent\'s last message, to "commit this":');
      expect(checkpointOf(digest)).toMatch(/Before that it said, to "refactor it":\n {2}Word after word\./);
    });

    it('with what it found on the way, if it never reported more', () => {
      const found =
        'The cause is the lexer: it drops the last token of each line, so the parser never sees the end.';
      const talk = () => converse().person('find the bug').agent(found).writes('lexer.ts');
      expect(checkpointOf(talk().agent('Fixed.').digest())).toContain(`On the way it said:\n- ${found}`);
      expect(checkpointOf(talk().agent(LONG).digest())).not.toContain('On the way');
    });

    it('does not take an announcement of an interrupted turn for a report', () => {
      const digest = converse()
        .person('look at it')
        .agent('Let me look at the files first.')
        .runs('ls')
        .interrupted()
        .person('no, the other one')
        .agent('The other one is fine.')
        .digest();
      expect(checkpointOf(digest)).not.toContain('Let me look');
    });

    it('without long code and general remarks', () => {
      const code = `\`\`\`\n${'line\n'.repeat(20)}\`\`\``;
      const aside = '`★ Insight ─────`\nIn general, code is code.\n`─────────────`';
      const text = checkpointOf(
        converse().person('show me').agent(`Here:\n${aside}\n${code}\nDone.`).digest(),
      );
      expect(text).toContain('Here:\n  [code: 20 lines]\n  Done.');
      expect(text).not.toContain('In general');
    });
  });

  describe('says what was done', () => {
    it('with files after the last commit apart, and whether it was pushed', () => {
      const talk = converse()
        .person('do it')
        .writes('a.ts')
        .runs('git commit -m x && git push', '[main 1234567] Do a\nTo github.com:x/y')
        .writes('b.ts');
      expect(linesOf(talk.agent('ok').digest()).slice(-3)).toEqual([
        'Committed on main: 1234567 "Do a" (pushed).',
        'Written after the last commit: b.ts.',
        'Written before the last commit: a.ts.',
      ]);
      const later = talk.runs('git commit -m y', '[main 2345678] Do b').agent('ok').digest();
      expect(checkpointOf(later)).toContain('2345678 "Do b" (the last push was before the last commit).');
    });

    it('without commits that were amended or taken back, and files that were restored', () => {
      const digest = converse()
        .person('do it')
        .writes('a.ts')
        .runs('git commit -m x', '[main 1111111] One')
        .runs('git commit --amend -m y', '[main 2222222] Two')
        .writes('b.ts')
        .runs('git checkout -- b.ts')
        .agent('ok')
        .digest();
      expect(checkpointOf(digest)).toContain('Committed on main: 2222222 "Two" (no push was seen).');
      expect(checkpointOf(digest)).not.toMatch(/1111111|b\.ts/);
    });

    it('with the person’s own commits, pull requests and the plan in both outcomes', () => {
      const digest = converse()
        .person('plan it first')
        .plans('# Move it\n1. x', '/home/ada/.claude/plans/p.md', false)
        .shell('git commit -m x', '[main 1234567] Mine')
        .pullRequest('https://github.com/x/y/pull/3')
        .agent('ok')
        .digest();
      expect(checkpointOf(digest)).toContain('Plan: "Move it" in /home/ada/.claude/plans/p.md (not approved');
      expect(checkpointOf(digest)).toContain('1234567 "Mine"');
      expect(checkpointOf(digest)).toContain('Pull request: https://github.com/x/y/pull/3');
    });

    it('with files of subagents, and without temporary ones', () => {
      const digest = converse()
        .person('do it')
        .writesBySubagent('s.ts')
        .runs("cat > /tmp/x.sh <<'E'\nE")
        .agent('ok')
        .digest();
      expect(checkpointOf(digest)).toContain('Written, no commit seen: s.ts.');
    });
  });

  describe('says how it stopped', () => {
    it('only if the agent worked on after its last message', () => {
      const talk = converse()
        .person('build it')
        .agent('I found the cause in the lexer; it drops the last token of each line of input.')
        .runs('make');
      expect(linesOf(talk.digest()).at(-1)).toBe(
        'The session stopped while the agent was at work. Its last action: `make` (done).',
      );
      expect(checkpointOf(talk.agent('Built.').digest())).not.toContain('at work');
    });

    it('with a refused call, an interruption or a message without an answer', () => {
      const refused = converse()
        .person('clean up')
        .agent('Removing it.')
        .refused('rm -rf x')
        .interrupted()
        .digest();
      expect(linesOf(refused).at(-1)).toBe(
        'The person interrupted the agent. Its last action: `rm -rf x` (not allowed by the person).',
      );
      const open = converse().person('first').agent('ok').person('and the second thing').digest();
      expect(linesOf(open).at(-1)).toBe(
        'The last message of the person was not answered: "and the second thing"',
      );
    });

    it('with commands that failed in the background during the last turn', () => {
      const talk = converse()
        .person('run it')
        .task('"build" failed with exit code 2', true)
        .task('"lint" completed', false);
      expect(linesOf(talk.agent('ok').digest())).toContain(
        'In the background: "build" failed with exit code 2',
      );
      expect(checkpointOf(talk.person('something else entirely').agent('ok').digest())).not.toContain(
        'background',
      );
    });

    it('with the end of the compaction summary, until the agent replies again', () => {
      const summary =
        '1. Primary Request and Intent:\n   port it\n7. Pending Tasks:\n   - tests\n9. Optional Next Step:\n   run them';
      const talk = converse().person('port it').agent('Half done.').summary(summary);
      expect(checkpointOf(talk.digest())).toContain(
        '  7. Pending Tasks:\n     - tests\n  9. Optional Next Step:\n     run them',
      );
      expect(checkpointOf(talk.agent('All done.').digest())).not.toContain('Pending Tasks');
      const resumed = converse().summary(summary).person('continue with the port').agent('ok').digest();
      expect(checkpointOf(resumed)).toMatch(
        /^Begun in an earlier conversation; the client's summary of it:\n {2}1\. Primary/,
      );
    });
  });

  describe('rules', () => {
    it('are withdrawn by a later message', () => {
      const talk = converse().person('Never push to main.').agent('ok');
      expect(textsOf(talk.digest(), 'constraint')).toHaveLength(1);
      expect(textsOf(talk.person('scratch that').digest(), 'constraint')).toEqual([]);
    });

    it('of the middle of a long session are kept', () => {
      const talk = converse().person('start').person('Never push to main.');
      for (let turn = 0; turn < 80; turn++) talk.person(`Point ${turn} of the list`).agent('ok');
      expect(textsOf(talk.digest(), 'constraint')).toEqual(['The person: "Never push to main."']);
    });
  });

  it('no longer guesses', () => {
    const digest = converse()
      .person('fix it')
      .fails('npm test', 'Tests: 2 failed')
      .agent('The root cause was a lock. We decided to use a mutex. Warning: slow.')
      .refused('git push --force', 'no')
      .agent('I prefer tabs. Remaining:\n- docs')
      .digest();
    expect(new Set(deriveFromDigest(digest).map(({ type }) => type))).toEqual(new Set(['checkpoint']));
  });

  it('is made from a digest of an earlier release as well', () => {
    const old = {
      version: 1 as const,
      requests: [{ line: 1, at: null, text: 'port it', isSlight: false }],
      closings: [{ line: 2, at: null, text: 'Ported.', turn: 1 }],
      commits: [{ line: 2, at: null, hash: '1234567', branch: 'main', subject: 'Port' }],
      counts: { requests: 1, calls: 3 },
    };
    expect(linesOf(currentDigest(old))).toEqual([
      'First request:',
      '  port it',
      'The agent\'s last message, to "port it":',
      '  Ported.',
      'Committed on main: 1234567 "Port" (no push was seen).',
    ]);
  });
});

describe('a rendered digest', () => {
  it('says what it leaves out', () => {
    const talk = converse().person('start');
    for (let turn = 0; turn < 60; turn++) talk.person(`Point ${turn} of the list`).agent('ok');
    const structured = renderDigest(talk.digest(), 'structured');
    expect(structured).toContain(
      'Tool calls, their results and the other messages of the agent are left out',
    );
    expect(structured).toMatch(/## Messages of the person\n- 23 are left out here/);
    expect(renderDigest(talk.digest(), 'summary')).toContain('This is the derived handoff');
  });
});
