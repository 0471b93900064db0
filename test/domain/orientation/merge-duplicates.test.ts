import { describe, expect, it } from 'vitest';
import type { FactItem } from '../../../src/domain/orientation/facts.ts';
import { mergeDuplicateRecords } from '../../../src/domain/orientation/merge-duplicates.ts';
import { composeReport } from './compose-report.ts';
import { emptyFacts, item } from './fact-fixtures.ts';
import { tallyOf } from './read-report.ts';

const list = (...items: readonly FactItem[]) => ({ items, total: items.length });
const facts = (more: object) => ({ ...emptyFacts(), ...more });

describe('two records of one type with the same text', () => {
  it('are shown and counted once', () => {
    const constraints = list(
      item('constraint', 'Mind the gap', { id: 'rec_a' }),
      item('constraint', 'Mind the gap', { id: 'rec_b' }),
      item('constraint', 'Mind the gap.', { id: 'rec_c' }),
    );
    const { report, sections } = composeReport(facts({ constraints }), { budget: 8_000 });
    expect(tallyOf(sections, 'constraints')).toMatchObject({ total: 2, shown: 2, leftOut: 0 });
    expect(report).not.toContain('rec_b');
  });

  it('stay apart where they are checkpoints of two worktrees', () => {
    const at = (id: string, worktree: string) => item('checkpoint', 'Done.', { id, worktree });
    const checkpoints = list(at('rec_a', '/a'), at('rec_b', '/b'), at('rec_c', '/b'));
    expect(mergeDuplicateRecords(facts({ checkpoints })).checkpoints).toMatchObject({
      total: 2,
      items: [{ id: 'rec_a' }, { id: 'rec_b' }],
    });
  });

  it('stay apart where only their beginning is known', () => {
    const cut = (id: string) => item('lesson', 'Never', { id, length: 9_000 });
    expect(mergeDuplicateRecords(facts({ lessons: list(cut('rec_a'), cut('rec_b')) })).lessons.total).toBe(2);
  });

  it('stay apart where both are damaged, and show the same mark', () => {
    const damaged = (id: string) => item('constraint', '[damaged]', { id, isDamaged: true });
    const folded = mergeDuplicateRecords(facts({ constraints: list(damaged('rec_a'), damaged('rec_b')) }));
    expect(folded.constraints).toMatchObject({ total: 2, items: [{ id: 'rec_a' }, { id: 'rec_b' }] });
  });

  it('keep the one that the reader wrote, which has its own section', () => {
    const lessons = list(
      item('lesson', 'Measure first', { id: 'rec_a' }),
      item('lesson', 'Measure first', { id: 'rec_own' }),
    );
    const own = list(item('lesson', 'Measure first', { id: 'rec_own' }));
    const delta = { since: emptyFacts().now, sessionId: 'ses_1', own, changed: [] };
    const { sections } = composeReport(facts({ lessons, delta }), { budget: 8_000 });
    expect(tallyOf(sections, 'own').total).toBe(1);
    expect(tallyOf(sections, 'lessons').total).toBe(0);
  });
});
