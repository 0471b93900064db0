import { describe, expect, it } from 'vitest';
import { saidLater, withoutSaidLater } from '../../../src/domain/capture/derive/said-later.ts';

describe('a line of an earlier report', () => {
  it('is left out if a later sentence says it in nearly the same words', () => {
    const report =
      '1. `tide.ts`, the reader:\n   - Added `readTides()`, a function that queries tides directly from the harbor store\n   - Skips ebb tides below the mark\n2. Counts every ship once';
    const later = saidLater('Done:\n- Added `readTides()`, which queries tides directly from the store');
    expect(withoutSaidLater(report, later)).toBe(
      '1. `tide.ts`, the reader:\n   - Skips ebb tides below the mark\n2. Counts every ship once',
    );
  });

  it('stays if only a few of its words are said later', () => {
    const report = '- The pier list is sorted by the name of the harbor\n- Ships count once';
    const later = saidLater('The harbor list has a name. Ships count twice in `ships.ts`.');
    expect(withoutSaidLater(report, later)).toBe(report);
  });

  it('stays if it says the same about something else', () => {
    const report = '- Kills the writer in the middle of a write\n- Kills `writeLog` in the middle of a write';
    const later = saidLater(
      'Kills the reader in the middle of a write. Kills `readLog` in the middle of a write.',
    );
    expect(withoutSaidLater(report, later)).toBe(report);
  });

  it('is left out with its label if all that it introduces is said later', () => {
    const report = 'Fixed.\n- Reader:\n   - reads every `tide.csv` table twice before sorting harbors';
    const later = saidLater('It reads every `tide.csv` table twice before sorting the harbors.');
    expect(withoutSaidLater(report, later)).toBe('Fixed.');
  });

  it('is left out if it names what was removed since, also where it was open', () => {
    const report = '## Optional\n- stale `moon v0.6` lines linger\n- the `ebb` label is untested';
    const later = saidLater('- Tidying also dropped the stale `v0.6` lines.');
    expect(withoutSaidLater(report, later)).toBe('## Optional\n- the `ebb` label is untested');
  });

  it('is left out if it has a name that was corrected since, unless it says what is open', () => {
    const report =
      '- warns for `--show-tides`\n- sorts piers\nKnown limitations:\n- `--show-tides` counts nothing';
    const later = saidLater('The texts name `--tides`, not `--show-tides`.');
    expect(withoutSaidLater(report, later)).toBe(
      '- sorts piers\nKnown limitations:\n- `--show-tides` counts nothing',
    );
  });
});
