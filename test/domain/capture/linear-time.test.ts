import { describe, it } from 'vitest';
import { failureIn, hasPassed } from '../../../src/domain/capture/check-outcome.ts';
import { compactSummary } from '../../../src/domain/capture/compaction-summary.ts';
import { stripInjected } from '../../../src/domain/capture/envelopes.ts';
import { expectLinear } from '../../support/expect-linear.ts';

/** Above the size from which only both ends of a text are read. */
const SIZE = 30_000;
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));

const READERS: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['a message of the person', stripInjected],
  ['a summary of a compaction', (text) => compactSummary(text, 6_000)],
  ['the output of a check', (text) => [hasPassed('npm test | tail', text, true), failureIn(text)]],
];

describe.each(READERS)('%s is read in linear time', (_, read) => {
  it.each([
    'a1',
    '\n',
    '\n ',
    '★\n',
    '<a-b ',
    '<a-b x="',
    '[a] ',
    'a:b: ',
    ' hook',
    '- ',
    '`',
    '(',
    'a.b:1 ',
  ])('also if it is %j again and again', async (unit) => {
    await expectLinear(SIZE, (size) => `x${fill(unit, size)}!\nwhat is this?`, read);
    await expectLinear(SIZE, (size) => fill(unit, size), read);
  });
});
