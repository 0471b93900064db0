import { nextStep } from '../next-step.ts';
import type { OrientationFacts } from './facts.ts';
import type { Frame, Section } from './section.ts';
import { countOf } from './wording.ts';

/** Plain memories are searched for, not told; that there are some is told. */
export const memoriesSection = ({ memoryCount }: OrientationFacts, frame: Frame): Section => ({
  name: 'memories',
  heading: '## Memories',
  why: 'searched for, not told',
  entries: [],
  total: memoryCount,
  leadCount: 0,
  floor:
    countOf(memoryCount, 'memory', 'memories') +
    (frame.isTerse ? '' : ` (${frame.words.step(nextStep('memory.search'))})`),
  more: (count) =>
    `- ${countOf(count, 'more memory', 'more memories')}: ${frame.words.step(nextStep('memory.search'))}`,
});
