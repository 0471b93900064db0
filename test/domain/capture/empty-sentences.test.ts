import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;
const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest())
    .filter(({ type }) => type === 'checkpoint')
    .map(({ text }) => text)
    .join('\n');

describe('a sentence that says nothing by itself', () => {
  const RESULT = 'The tide table is sorted by `departure` and no longer by name.';
  const textAfter = (reply: string) =>
    checkpointOf(converse().person('sort the tide table').writes('tide.ts').agent(reply));

  it.each([
    'The fix is complete.',
    'Everything else is done.',
    "Here's where things stand.",
    'You were right to flag that.',
    'More landed. The branch is clean.',
  ])('is left out: %j', (sentence) => {
    const text = textAfter(`${sentence} ${RESULT}`);
    expect(text).not.toContain(sentence);
    expect(text).toContain(RESULT);
  });

  it.each([
    'The branch is not clean.',
    'The fix is complete except for the harbor list.',
    'You were right to flag `--tide`, which is ignored.',
    'Die Änderung ist fertig.',
  ])('is kept if it says what, or that something is not so: %j', (sentence) => {
    expect(textAfter(`${sentence} ${RESULT}`)).toContain(sentence);
  });

  it('is kept if it is the whole message', () => {
    expect(textAfter('The fix is complete.')).toContain('The fix is complete.');
  });

  it('is left out before code, which keeps its introduction', () => {
    const text = textAfter('The change is clean. It prints now:\n```\nhigh tide\n```');
    expect(text).toContain('\n  It prints now:\n  ```\n  high tide');
  });

  it('is one about checks of earlier turns, whose last run is given', () => {
    const passes = '`make all` and `make vet` now pass, and the full test suite passes.';
    const talk = (checks: boolean) => {
      const begun = converse().person('sort the tide table').writes('tide.ts');
      if (checks) begun.runs('npm test', '3 passed');
      return checkpointOf(
        begun
          .agent(`${RESULT} ${passes} With a clean folder the entire suite passes.`)
          .person('and the harbor list')
          .writes('harbor.ts')
          .agent('The harbor list is sorted by `pier`.'),
      );
    };
    expect(talk(true)).not.toMatch(/now pass|entire suite/);
    expect(talk(true)).toContain(RESULT);
    expect(talk(false)).toContain(passes);
  });

  it('is one about a pull request that is named as missing', () => {
    const reply = 'No open PR for branch.\n- Branch: `tides`\n- PR: none exists';
    const talk = () => converse('tides').person('ship it').writes('a.ts');
    const missing = talk().fails('gh pr view', 'no pull requests found for branch "tides"').agent(reply);
    expect(checkpointOf(missing)).not.toMatch(/No open PR|none exists/);
    expect(checkpointOf(missing)).toContain('No pull request was found for branch tides');
    expect(checkpointOf(talk().agent(reply))).toContain('No open PR for branch.');
  });
});

describe('what later work has made old in an earlier report', () => {
  /** Long enough to stand without the report before it. */
  const LAST = `The harbor list is sorted by \`pier\`. ${'Ships that lie at no pier come last in it. '.repeat(6)}`;
  const textOf = (reply: string, later: (talk: Talk) => Talk) =>
    checkpointOf(
      later(
        converse().person('sort the tide table').writes('tide.ts').agent(reply).person('and the harbor list'),
      )
        .writes('harbor.ts')
        .agent(LAST),
    );
  const commits = (talk: Talk) => talk.runs('git commit -am x', '[main 1234567] Sort');
  const nothing = (talk: Talk) => talk;

  it('is a list of places in committed files, but not the line above it', () => {
    const reply =
      'Three helpers of the tests call the old form with `sortTides`; I gave each the new one:\n- `tide_test.go:18`\n- `pier_test.go:81`';
    expect(textOf(reply, nothing)).toContain('- `tide_test.go:18`');
    const text = textOf(reply, commits);
    expect(text).not.toContain('_test.go:');
    expect(text).toContain('I gave each the new one.');
  });

  it('is the name of a committed test without a word about it', () => {
    const reply =
      '1. **`tide_test.go`**: added tests for the order:\n   - `TestOrder`\n   - `TestOrder_Ebb`, which failed before\n2. **`pier_test.go`**: added tests for the piers:\n   - `TestPier`';
    expect(textOf(reply, nothing)).toContain('- `TestPier`');
    const text = textOf(reply, commits);
    expect(text).not.toMatch(/`TestOrder`|`TestPier`/);
    expect(text).toContain('- `TestOrder_Ebb`, which failed before');
    expect(text).toContain('added tests for the piers.');
  });

  it('is a note on failing tests once the tests pass', () => {
    const reply =
      'The table is sorted by `departure`, and by name within one hour.\nNote on the test failures: some fail with `no moon`. They come from the clock.';
    expect(textOf(reply, nothing)).toContain('Note on the test failures');
    const text = textOf(reply, (talk) => talk.runs('npm test', '3 passed'));
    expect(text).not.toMatch(/Note on the test failures|come from the clock/);
    expect(text).toContain('sorted by `departure`');
    expect(textOf(reply, (talk) => talk.fails('npm test', '1 failed'))).toContain(
      'Note on the test failures',
    );
  });
});
