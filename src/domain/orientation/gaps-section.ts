import { nextStep } from '../next-step.ts';
import type { Gap } from './orientation.ts';
import { type Frame, ownWords, type Section } from './section.ts';
import { countOf, formatCount } from './wording.ts';

/** What the next session needs and does not have; the critical ones first, and in a short report no trifles. */
export function gapsSection(gaps: readonly Gap[], frame: Frame): Section {
  const told = frame.isTerse ? gaps.filter(({ severity }) => severity !== 'info') : gaps;
  const criticalCount = gaps.filter((gap) => gap.severity === 'critical').length;
  const critical = criticalCount > 0 ? `${formatCount(criticalCount)} critical` : '';
  const listed = frame.words.step(nextStep('gap.list', { project: frame.project }));
  const details = [critical, frame.isTerse ? '' : listed].filter((part) => part !== '').join(', ');
  return {
    name: 'gaps',
    heading: `## Gaps (${formatCount(gaps.length)}${critical === '' ? '' : `, ${critical}`})`,
    why: 'something the next session needs and does not have',
    entries: told.map((gap) => ({ ...ownWords(gapLine(gap, frame)), label: gap.code })),
    total: gaps.length,
    leadCount: criticalCount,
    floor: countOf(gaps.length, 'gap') + (details === '' ? '' : ` (${details})`),
    more: (count) =>
      `- ${formatCount(count)} more${frame.isTerse ? '' : count === 1 ? ' gap' : ' gaps'}: ${listed}`,
  };
}

function gapLine({ code, severity, message, hint, next }: Gap, { words, isTerse }: Frame): string {
  const advice = words.advice(hint, next);
  return `- ${severity} ${code}: ${isTerse ? advice : `${message} Next: ${advice}`}`;
}
