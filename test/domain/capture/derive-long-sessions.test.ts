import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { keepWholeBlocks } from '../../../src/domain/capture/keep-whole-blocks.ts';
import type { TranscriptDigest } from '../../../src/domain/capture/transcript-digest.ts';
import { converse } from './entries.ts';

const checkpointOf = (digest: TranscriptDigest) =>
  deriveFromDigest(digest)
    .filter(({ type }) => type === 'checkpoint')
    .map(({ text }) => text)
    .join('\n');

const list = (count: number, words: string) =>
  Array.from({ length: count }, (_, at) => `- ${words} number ${at} of the importer`).join('\n');
const FILLER = 'The importer reads one line at a time and keeps no state between files. ';
/** A report that is long enough to be shown. */
const report = (words: string) => `${words}\n${list(8, 'It now covers case')}`;

describe('a shortened text', () => {
  it('keeps a list with the line that introduces it, and drops its last items with a mark', () => {
    const text = `Opening words.\nNot converted by default:\n${list(40, 'ref')}\nThe end.`;
    const short = keepWholeBlocks(text, 500);
    expect(short).toMatch(/^Opening words\.\nNot converted by default:\n- ref number 0 of/);
    expect(short).toMatch(/\n\[… \d+ more …\]\nThe end\.$/);
    expect(short.length).toBeLessThan(580);
  });

  it('never shows the end of a list or table without its beginning', () => {
    const rows = Array.from({ length: 30 }, (_, at) => `| mode ${at} | excluded |`).join('\n');
    const table = `${FILLER.repeat(4)}\nScope:\n| Mode | Pull refs |\n|---|---|\n${rows}`;
    const short = keepWholeBlocks(table, 500, 0.7);
    expect(short).toContain('Scope:\n| Mode | Pull refs |\n|---|---|\n| mode 0 | excluded |');
    expect(short).not.toContain('mode 29');
  });

  it('keeps the heading above what it keeps, and no heading without its text', () => {
    const text = `# Report\n${FILLER.repeat(8)}\n## Details\n${FILLER.repeat(8)}\n## Not done\n- The docs`;
    const short = keepWholeBlocks(text, 400);
    expect(short).toMatch(/\n## Not done\n- The docs$/);
    expect(short).not.toContain('## Details');
  });

  it('puts what it leaves out of a paragraph on a line of its own', () => {
    const short = keepWholeBlocks(`${FILLER.repeat(30)}Still open: the docs.`, 400);
    expect(short).toMatch(/files\.\n?.*\n\[… \d+ characters …\]\n.*Still open: the docs\.$/);
  });
});

describe('a handoff from a long session', () => {
  it('drops an introduction with the code that it announced', () => {
    const text = checkpointOf(
      converse()
        .person('add the table view')
        .writes('a.ts')
        .agent(report('Output will now be:\n```\na | b\n```\nThe view is in place.'))
        .person('now the docs')
        .agent('The docs are written.')
        .digest(),
    );
    expect(text).toContain('The view is in place.');
    expect(text).not.toMatch(/Output will now be|a \| b/);
  });

  it('keeps a numbered heading as a point by itself when the code below it is left out', () => {
    const points = [1, 2, 3].map((n) => `### ${n}. Point\n\`\`\`\nx\n\`\`\`\n\`\`\`\ny\n\`\`\``).join('\n');
    const text = checkpointOf(
      converse()
        .person('review the readme')
        .agent(`${FILLER.repeat(4)}\n## Ideas\n${points}`)
        .person('write them')
        .agent('Written.')
        .digest(),
    );
    expect(text.match(/### \d\. Point/g)).toEqual(['### 1. Point', '### 2. Point', '### 3. Point']);
  });

  it('keeps headings and introductions of lists in reports of earlier turns', () => {
    const text = checkpointOf(
      converse()
        .person('add the filter')
        .writes('a.ts')
        .agent(`${FILLER.repeat(12)}\n## Left out\nThese are never converted:\n${list(9, 'ref')}`)
        .person('now the docs')
        .agent('The docs are written.')
        .digest(),
    );
    expect(text).toMatch(/Left out: These are never converted: ref number 0 of the importer; ref/);
  });

  it('keeps the beginning of an answer to a question', () => {
    const text = checkpointOf(
      converse()
        .person('add the filter')
        .agent('ok')
        .person('does the default convert only the main branch?')
        .agent(`No, the default converts every branch and every tag. ${FILLER.repeat(4)}`)
        .person('now the docs')
        .agent('Written.')
        .digest(),
    );
    expect(text).toContain('No, the default converts every branch and every tag.');
    expect(text.length).toBeLessThan(1_400);
  });

  it('takes a number for an option only where the person names one', () => {
    const offered = 'I would do this:\n1. Move the helper\n2. Copy the helper';
    const reply = (words: string) =>
      checkpointOf(
        converse().person('how would you do it?').agent(offered).person(words).agent('ok').digest(),
      );
    expect(reply("let's do 2 for now")).toContain(
      '- of the option "2. Copy the helper": let\'s do 2 for now',
    );
    expect(reply('use 2 workers for the import')).not.toContain('of the option');
    expect(reply('1. rename the flag\n2. write the docs')).not.toContain('of the option');
  });

  it('does not say of each part of a chain that it failed', () => {
    const talk = converse().person('fix it').writes('a.ts').fails('cd api && make lint && make test');
    expect(checkpointOf(talk.agent('ok').digest())).toContain(
      'Last run of checks: `cd api && make lint && make test` failed',
    );
  });

  it('leaves out a last action that only looks', () => {
    const talk = () => converse().person('fix it').agent('I look at it now.');
    expect(checkpointOf(talk().runs('echo "== files"; ls -la | head').digest())).not.toContain('last action');
    expect(checkpointOf(talk().runs('ls && make deploy').digest())).toContain('Its last action: `ls && make');
  });

  it('names changed files that only git status shows, until something is committed', () => {
    const talk = converse()
      .person('fix it')
      .writes('a.ts')
      .runs('git status --short', ' M a.ts\n M docs/guide.md\n?? notes.txt');
    const text = checkpointOf(talk.agent('ok').digest());
    expect(text).toContain(
      'Also not committed, changed by a command or by somebody else: docs/guide.md; notes.txt (untracked).',
    );
    talk.runs('git commit -am x', '[main 1234567] Fix it');
    expect(checkpointOf(talk.agent('ok').digest())).not.toContain('docs/guide.md');
  });

  it('names the pull request that only commands name', () => {
    const talk = converse().person('look at the review').runs('gh pr checks 72 --repo ada/engine', 'ok');
    expect(checkpointOf(talk.agent('All green.').digest())).toContain(
      'Pull request that was looked at: ada/engine#72',
    );
    talk.pullRequest('https://github.com/ada/engine/pull/73');
    expect(checkpointOf(talk.agent('All green.').digest())).not.toContain('named in commands');
  });
});
