import { nextStep } from '../next-step.ts';
import type { IdentityFact, OrientationFacts } from './facts.ts';
import type { Gap } from './orientation.ts';
import { type Entry, type Frame, lazily, ownWords, type Rendered, type Section } from './section.ts';
import { shorten } from './shorten.ts';
import { countOf, formatCount, onOneLine, quote } from './wording.ts';

/** What the next session needs and does not have; the critical ones first, and in a short report no trifles. */
export function gapsSection(gaps: readonly Gap[], frame: Frame): Section {
  const shown = frame.isTerse ? gaps.filter(({ severity }) => severity !== 'info') : gaps;
  const criticalCount = gaps.filter((gap) => gap.severity === 'critical').length;
  const critical = criticalCount > 0 ? `${formatCount(criticalCount)} critical` : '';
  const listed = lazily(() => frame.words.step(nextStep('gap.list', { project: frame.project })));
  const details = lazily(() =>
    [critical, frame.isTerse ? '' : listed()].filter((part) => part !== '').join(', '),
  );
  return {
    name: 'gaps',
    heading: `## Gaps (${formatCount(gaps.length)}${critical === '' ? '' : `, ${critical}`})`,
    why: 'something the next session needs and does not have',
    entries: shown.map((gap) => ({ ...ownWords(gapLine(gap, frame)), label: gap.code })),
    total: gaps.length,
    leadCount: criticalCount,
    floor: lazily(() => countOf(gaps.length, 'gap') + (details() === '' ? '' : ` (${details()})`)),
    more: (count) =>
      `- ${formatCount(count)} more${frame.isTerse ? '' : count === 1 ? ' gap' : ' gaps'}: ${listed()}`,
  };
}

function gapLine({ code, severity, message, hint, next }: Gap, { words, isTerse }: Frame): string {
  const advice = words.advice(hint, next);
  return `- ${severity} ${code}: ${isTerse ? advice : `${message} Next: ${advice}`}`;
}

const MAX_PATH = 200;

/** A person's own files, quoted like everything else that we did not write. */
export function identitySection({ identities }: OrientationFacts, frame: Frame): Section {
  const filledIn = identities.filter(({ isFilledIn }) => isFilledIn);
  const read = lazily(() => frame.words.step(nextStep('orientation.read')));
  return {
    name: 'identity',
    heading: '## Identity',
    why: "a person's own file, after everything else",
    entries: filledIn.map(identityEntry),
    total: filledIn.length,
    leadCount: 0,
    floor: lazily(() => `${filledIn.length} identity${frame.isTerse ? '' : ` (${read()})`}`),
    more: (count) => `- ${formatCount(count)} more: ${read()}`,
  };
}

function identityEntry({ path, text, isCut }: IdentityFact): Entry {
  const source = path.length <= MAX_PATH ? onOneLine(path) : 'identity file';
  return {
    label: 'identity file',
    length: text.length,
    render(cap): Rendered {
      const { text: kept, omitted } = shorten(text, text.length, cap);
      const isShortened = omitted > 0 || isCut;
      const left = isShortened
        ? ` · +${formatCount(omitted)}${isCut ? ' or more' : ''} characters in the file`
        : '';
      return {
        text: `${quote(kept)}${isShortened ? '…' : ''}\n  - [${source}${left}]`,
        kept: kept.length,
        isShortened,
      };
    },
  };
}

/** Plain memories are not shown, only counted. */
export const memoriesSection = ({ memoryCount }: OrientationFacts, frame: Frame): Section => ({
  name: 'memories',
  heading: '## Memories',
  why: 'counted, not shown',
  entries: [],
  total: memoryCount,
  leadCount: 0,
  floor: lazily(
    () =>
      countOf(memoryCount, 'memory', 'memories') +
      (frame.isTerse ? '' : ` (${frame.words.step(nextStep('memory.search'))})`),
  ),
  more: (count) =>
    `- ${countOf(count, 'more memory', 'more memories')}: ${frame.words.step(nextStep('memory.search'))}`,
});
