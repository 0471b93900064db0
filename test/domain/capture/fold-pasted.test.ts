import { describe, expect, it } from 'vitest';
import { foldPasted, shortenMessage } from '../../../src/domain/capture/fold-pasted.ts';

const fold = (text: string) => foldPasted(text, 1_500);

describe('a message with pasted material', () => {
  it('keeps what the person typed, before and after it', () => {
    const log = ['[lint] start', '[lint] client.go', 'Finished in 3 ms', '[lint] ERROR failed'].join('\n');
    expect(fold(`Fix the lint issues:\n\n${log}\n\nand tell me why`)).toBe(
      'Fix the lint issues:\n[pasted: 4 lines]\nand tell me why',
    );
  });

  it.each([
    ['a stack trace', '    at a (b.js:1)\n    at c (d.js:2)\n    at e (f.js:3)'],
    ['a fence', '```\none\ntwo\nthree\n```'],
    ['mail', 'From: ada@example.com\nTo: bo@example.com\nSubject: hi'],
    ['a quotation', '> one\n> two\n> three'],
  ])('folds %s', (_, pasted) => {
    expect(fold(`look:\n${pasted}`)).toBe('look:\n[pasted: 3 lines]');
  });

  const log = (count: number) =>
    Array.from({ length: count }, (_, at) => `2026-11-16T08:10:0${at}Z INFO worker never received ack`).join(
      '\n',
    );

  it.each([
    ['Never alter proto/ledger.proto'],
    ['whatever you change, do not alter the wire format in proto/ledger.proto'],
    ['プロトコルの形式は変えないでください'],
  ])('keeps a sentence between logs: %s', (rule) => {
    const folded = `[pasted: 4 lines]\n${rule}\n[pasted: 5 lines]`;
    expect(fold(`${log(4)}\n\n${rule}\n\n${log(5)}`)).toBe(folded);
    expect(fold(`${log(4)}\n${rule}\n${log(5)}`)).toBe(folded);
  });

  it('keeps a few words between logs if empty lines set them apart', () => {
    expect(fold(`${log(4)}\n\nand from staging:\n\n${log(5)}`)).toBe(
      '[pasted: 4 lines]\nand from staging:\n[pasted: 5 lines]',
    );
    expect(fold(`${log(4)}\nFinished in 3 ms\n${log(5)}`)).toBe('[pasted: 10 lines]');
  });

  it('folds sentences of a conversation that was copied', () => {
    const copied = '⏺ Running it\nI will now change the parser and run all the tests again.\n⏺ Done\n⎿  ok';
    expect(fold(`see:\n${copied}`)).toBe('see:\n[pasted: 4 lines]');
  });

  it.each([
    'My rules:\n\tnever push to main\n\tonly touch src/billing\n\task me before you delete anything',
    'src/auth.ts:12: rename this to login\nsrc/auth.ts:30: do not change this one\nsrc/user.ts:99: must stay as is',
    'ok src/a.ts is fine\nok src/b.ts too, but never touch src/c.ts\nok docs/x leave as it is',
    'Set these limits:\n* retries: 3\n* timeout: 30\n* workers: 4',
    '#2 Never(delete)\n#3 Always(ask)\n#4 Only(blue)',
  ])('keeps what the person wrote: %s', (text) => {
    expect(fold(text)).toBe(text);
  });

  it('folds what a screen showed, and no rules at two depths', () => {
    const shown = '     Powered by Tides:\n       The moon is up.\n       The gate is open.';
    expect(fold(`I see this: the harbor says:\n\n${shown}\n but nothing happens`)).toBe(
      'I see this: the harbor says:\n[pasted: 3 lines]\n but nothing happens',
    );
    const rules = 'My rules:\n     the gate\n       stays shut, never open it\n       by night';
    expect(fold(rules)).toBe(rules);
  });

  it('folds a message with a long run of spaces in linear time', () => {
    expect(fold(`x${' '.repeat(39_000)}y`).endsWith('y')).toBe(true);
  });

  it.each([
    ['frames of gdb', 'Thread 3 "tide":\n#0  syscall ()\n#4  tide::gate::wait (gate.rs:141)\n#5  tide::main'],
    [
      'a linter',
      'Run tide/lint-action@v8\nsrc/gate.go:12:3: too long (lll)\n1 issues:\n* lll: 1\nError: issues found',
    ],
    [
      'go test',
      '--- FAIL: TestGate (0.03s)\n    gate_test.go:214: want shut\nFAIL\texample.org/tide/gate\t9.2s',
    ],
    [
      'a compiler',
      'src/Gate.kt:71:9: too long [Long]\nsrc/Pier.kt:12:1: import [Wild]\nsrc/Moon.kt:1:1: empty',
    ],
  ])('folds what %s printed', (_, printed) => {
    expect(fold(`ci is red:\n${printed}\nplease fix it`)).toMatch(
      /^ci is red:\n\[pasted: \d+ lines(?:, with "[^"]+")?\]\nplease fix it$/,
    );
  });

  it('names the error that the pasted lines end with', () => {
    const panic = 'panic: send on closed channel\n\tgoroutine 88 [running]:\n\tledgerd/batch.flush(0xc0001)';
    expect(fold(`still 3 drops:\n${log(4)}\n${panic}`)).toBe(
      'still 3 drops:\n[pasted: 7 lines, with "panic: send on closed channel"]',
    );
    expect(fold('look:\nTypeError: x\n    at a (b.js:1)\nCaused by: RangeError: y\n    at c (d.js:2)')).toBe(
      'look:\n[pasted: 4 lines, with "Caused by: RangeError: y"]',
    );
  });

  it.each([
    [
      'of a notebook',
      '-----------\nKeyError                Traceback (most recent call last)\nCell In[7], line 3\n      1 import x\n----> 3 y = x[1]\n\nFile ~/p/x.py:58, in get(a)\n--> 58     raise KeyError(a)\n\nKeyError: left',
      '[pasted: 8 lines, with "KeyError: left"]',
    ],
    [
      'of Ruby',
      "NoMethodError: undefined method x\n\tfrom a.rb:1:in 'b'\nfrom c.rb:2:in 'd'",
      '[pasted: 3 lines, with "NoMethodError: undefined method x"]',
    ],
    ['of PHP', '#0 /srv/a.php(12): b()\n#1 /srv/c.php(3): d()\n#2 /srv/e.php(4): f()', '[pasted: 3 lines]'],
  ])('folds a traceback %s, and keeps the rule after it', (_, pasted, folded) => {
    expect(fold(`it dies now:\n\n${pasted}\n\nnever write to data/raw`)).toBe(
      `it dies now:\n${folded}\nnever write to data/raw`,
    );
  });

  it('folds lines that a terminal padded', () => {
    expect(fold('look:\none            \ntwo            \nthree          \nwhy?')).toBe(
      'look:\n[pasted: 3 lines]\nwhy?',
    );
  });

  it('begins to fold at a prompt in the middle of a line', () => {
    expect(fold('do this for all 3 ❯ /run it\n\n⏺ Running\n  ⎿  Error: no')).toBe(
      'do this for all 3\n[pasted: 3 lines]',
    );
  });

  it('keeps a list, short code and a few lines that look pasted', () => {
    const indented =
      '1. Medium: the lookup is keyed to the remote, not\n     the host that answered, so it\n     misses redirects.';
    expect(fold(indented)).toBe(indented);
    const own = 'Please:\n- never push\n- run the tests\n1. first\n`x` is the name\n$ make';
    expect(fold(own)).toBe(own);
  });

  it('keeps both ends of a long message, and of a document the beginning and its last line', () => {
    const long = `${'first words '.repeat(200)}and the last ones`;
    expect(foldPasted(long, 400)).toMatch(/^first words .* \[… \d+ characters …\] .* and the last ones$/s);
    const plan = `Implement this:\n# Title\n${'step\n'.repeat(400)}the end`;
    expect(foldPasted(plan, 400)).toMatch(
      /^Implement this:\n# Title\n(?:step\n)+\[… \d+ characters …\]\nthe end$/,
    );
  });

  it.each([
    [
      'a list',
      `Do these:\n${'- check one more ship of the harbor\n'.repeat(60)}- and never push before Friday`,
    ],
    [
      'a document',
      `# Ships\n${'## Part\nCheck one more ship of the harbor.\n'.repeat(60)}And never push before Friday`,
    ],
    ['dictation', `${'and then check one more ship '.repeat(100)}and never push before Friday`],
    ['paragraphs', `${'Check one more ship of the harbor.\n\n'.repeat(60)}And never push before Friday.`],
  ])('keeps the end of %s, also if it is shortened twice', (_, message) => {
    for (const max of [400, 900]) {
      const shown = shortenMessage(foldPasted(message, 1_200), max);
      expect(shown).toMatch(/and never push before Friday\.?$/i);
      expect(shown.length).toBeLessThanOrEqual(max + 80);
    }
  });

  it('folds one long line of data, and not one that was dictated', () => {
    expect(fold(`what is this?\n${'x'.repeat(5_000)}`)).toBe('what is this?\n[pasted: 1 line]');
    expect(fold('I want it to be faster. '.repeat(55))).toMatch(/^I want it to be faster\./);
  });
});

describe('counts of what was left out of a very long message', () => {
  const log = (line: string, count: number) =>
    `Find the error in this log:\n${line.repeat(count)}Do not restart the service.`;

  it('are not given for pasted lines that were not all seen', () => {
    const folded = foldPasted(log('INFO worker processed item ok 12345\n', 4_000), 1_200);
    expect(folded).toBe('Find the error in this log:\n[pasted: a long text]\nDo not restart the service.');
  });

  it.each([`${'word '.repeat(10)}\n`, 'one word after another without an end '])(
    'are those of the original: %j',
    (line) => {
      for (const count of [1_500, 3_000]) {
        const text = log(line, count);
        const folded = foldPasted(text, 1_200);
        const omitted = Number(/\[… (\d+) characters …\]/.exec(folded)?.[1]);
        expect(Math.abs(omitted + folded.length - text.length)).toBeLessThan(text.length * 0.05);
        expect(folded).toContain('Find the error');
        expect(folded).toContain('Do not restart the service.');
      }
    },
  );
});

describe('a folded log', () => {
  it('names its last line with the level of an error', () => {
    const log = [
      '2026-06-25T13:47:02.118Z ERROR checkout-api PoolTimeout: no connection within 5000ms',
      '2026-06-25T13:47:02.120Z WARN  checkout-api responding 503',
      '2026-06-25T13:47:03.377Z ERROR checkout-api PoolTimeout: no connection within 6000ms',
    ].join('\n');
    expect(fold(`log from one pod:\n\n${log}\n\nfind out why`)).toContain(
      '[pasted: 3 lines, with "ERROR checkout-api PoolTimeout: no connection within 6000ms"]',
    );
  });
});
