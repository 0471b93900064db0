import { describe, expect, it } from 'vitest';
import {
  condenseChanges,
  condenseCommitted,
  withoutTicked,
} from '../../../src/domain/capture/derive/condense-changes.ts';

const MAX = 400;
const condensed = (...lines: string[]) => condenseChanges(lines.join('\n'), MAX);
const committed = (...lines: string[]) => condenseCommitted(lines.join('\n'), MAX);

describe('a list of changes', () => {
  it('is one line with the name of each point', () => {
    expect(
      condensed(
        '1. **Tide table (#6)** - Added a table of the tides with one row for each hour',
        '2. **Harbor filter (#7)** - Added two filters:',
        '   - by depth',
        '   - by light',
        '3. **License section** - Added the license at the end',
      ),
    ).toBe('1. Tide table (#6); 2. Harbor filter (#7); 3. License section');
  });

  it('keeps what was changed of a file, and of a point whose name says nothing', () => {
    expect(
      condensed(
        '- `src/tide.ts`: reads by hour — the almanac has no minutes',
        '- **Fix**: the moon (which was late) is read before the sun, so both are there',
      ),
    ).toBe('`src/tide.ts`: reads by hour; Fix: the moon is read before the sun');
  });

  it('cuts nothing inside of code', () => {
    expect(
      condensed('- Added the call `tide: moon — all` — in one place', '- Removed `a; b`; it is old'),
    ).toBe('Added the call `tide: moon — all`; Removed `a; b`');
  });

  it('may be a table of files', () => {
    expect(
      condensed(
        '| File | Purpose |',
        '|---|---|',
        '| `tide.ts` | reads the tides |',
        '| `moon.ts` | draws it |',
      ),
    ).toBe('`tide.ts`: reads the tides; `moon.ts`: draws it');
  });

  it('is left out if it only says what is in which file, and there are several', () => {
    const items = ['- `tide.ts`: reads the tides', '- `moon.ts`: draws the moon', '- `Makefile`: has both'];
    expect(condensed('It reads by hour.', ...items)).toBe('It reads by hour.');
    expect(condensed(...items.slice(1))).toBe('`moon.ts`: draws the moon; `Makefile`: has both');
  });

  it('shows what a point introduces if nothing else names it', () => {
    expect(
      condensed(
        '- **`docs/tide.md`** - Added the long version with:',
        '  - The almanac',
        '  - Open questions',
        '- **`moon.md`** - Added',
      ),
    ).toBe('`docs/tide.md`: Added the long version with: The almanac, Open questions; `moon.md`: Added');
  });

  it('does not end with a word that introduces something', () => {
    expect(condensed('- `tide.md`: Added the long version with: the almanac', '- `moon.md`: Added')).toBe(
      '`tide.md`: Added the long version; `moon.md`: Added',
    );
  });

  it('that is ticked off repeats the request, but for what stands above it', () => {
    const items = ['- ✅ By hour', '- ✅ By depth', '- ✅ Without zeros'];
    expect(withoutTicked(['The moon was right. What you asked for:', ...items].join('\n'))).toBe(
      'The moon was right.',
    );
    expect(withoutTicked(items.slice(1).join('\n'))).toContain('By depth');
  });

  it('says how many points have no room', () => {
    const items = Array.from({ length: 9 }, (_, at) => `- Added harbor ${at} to the table of all harbors`);
    expect(condenseChanges(items.join('\n'), 100)).toBe(
      'Added harbor 0 to the table of all harbors; Added harbor 1 to the table of all harbors [… 7 more …]',
    );
  });

  it.each([
    '`moon.ts` is not finished: the new moon is missing',
    'Skipped the sun, because it has no tide',
    '`light.ts`: left out on purpose',
    'Added a cache, which did not help, so I reverted it',
    'Should I also change the pier?',
  ])('keeps a point that is no finished change whole: %s', (point) => {
    for (const shorten of [condensed, committed]) {
      const text = shorten(
        'Changed:',
        '- Added the tides — one for each hour',
        '- Added the gates',
        `- ${point}`,
      );
      expect(text).toContain(`- ${point}`);
      expect(text).not.toContain('one for each hour');
    }
  });

  it.each([
    ['findings', ['- The lock is on another connection — two writers pass', '- The queue has no limit']],
    ['options', ['1. Keep the table: nothing breaks', '2. Split it: two queries']],
    ['what is left', ['**Still open:**', '- Added tests run only on Linux — not on Windows']],
  ])('is not %s', (_, lines) => {
    expect(condensed(...lines)).toBe(lines.join('\n'));
  });
});

describe('a paragraph about a change', () => {
  it('keeps its first sentence and the reason', () => {
    expect(
      condensed('Added a lock to the writer. It has two states. Locks are per file because of the archiver.'),
    ).toBe('Added a lock to the writer. Locks are per file because of the archiver.');
  });
});

describe('a report on committed work', () => {
  it('has all changes in one line, and everything else below it', () => {
    expect(
      committed(
        '**Reader:** Added a lock.',
        'Changes:',
        '- `tide.ts`: reads by hour — the almanac has no minutes',
        'The archiver still holds the old file until it restarts.',
      ),
    ).toBe(
      'Reader: Added a lock; `tide.ts`: reads by hour\nThe archiver still holds the old file until it restarts.',
    );
  });
});

describe('work that a commit names', () => {
  const report = [
    '**A. Retry limit** (`client.ts`): three tries, and then it gives up.',
    '',
    'Added the tides to the table.',
    '',
    '- Added the moon',
    '- Added the sun, which is not finished',
    '',
    'The pier has no clock.',
  ].join('\n');

  it('keeps only what the commit does not say', () => {
    expect(condenseCommitted(report, MAX, true)).toBe(
      '- Added the sun, which is not finished\nThe pier has no clock.',
    );
  });
});

describe('what stands above a list of committed changes', () => {
  const items = ['- Added a lamp', '- Removed the sun'];
  it.each([
    'Do not deploy it before Friday.',
    'The first run after the upgrade reads all of it.',
    'The rows are locked because two workers read them.',
    'Row locks did not work.',
  ])('stays if it holds on: %s', (said) => {
    expect(committed(`${said} Changes:`, ...items)).toBe(`Added a lamp; Removed the sun\n${said}`);
  });

  it('is left out otherwise', () => {
    expect(committed('The almanac has a lamp. Changes:', ...items)).toBe('Added a lamp; Removed the sun');
  });
});

describe('the changes of the newest work', () => {
  const whole = (max: number, ...lines: string[]) => condenseChanges(lines.join('\n'), max, 'whole');
  const items = [
    '- **Tide table** - Added a table with one row for each hour; the almanac has no minutes',
    '- `src/moon.ts`: draws it:',
    '  - by day',
    '  - by night',
    '- Removed the sun.',
  ];

  it('are shown in one line, whole if there is room', () => {
    expect(whole(400, ...items)).toBe(
      'Tide table - Added a table with one row for each hour; the almanac has no minutes; `src/moon.ts`: draws it: by day, by night; Removed the sun',
    );
  });

  it('are shortened before one of them is left out', () => {
    const long = `- Added the pier — ${'with a lamp for each boat, '.repeat(20)}`;
    const text = whole(240, ...items, long);
    expect(text).toContain('Tide table - Added a table');
    expect(text).toMatch(/Removed the sun; Added the pier$/);
    expect(whole(60, ...items)).toBe('Tide table: Added a table with one row for each hour [… 2 more …]');
  });

  it('keep the paragraphs beside them', () => {
    expect(whole(400, 'Added a lock. It has two states.', '', ...items)).toContain(
      'Added a lock. It has two states. Tide table - Added',
    );
  });
});
