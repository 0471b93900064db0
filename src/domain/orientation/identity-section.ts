import { nextStep } from '../next-step.ts';
import type { IdentityFact, OrientationFacts } from './facts.ts';
import { quote } from './quote.ts';
import type { Entry, Frame, Rendered, Section } from './section.ts';
import { shorten } from './shorten.ts';
import { formatCount, onOneLine } from './wording.ts';

const MAX_PATH = 200;

/** A person's own files, quoted like everything else that we did not write. */
export function identitySection({ identities }: OrientationFacts, frame: Frame): Section {
  const filledIn = identities.filter(({ isFilledIn }) => isFilledIn);
  const read = frame.words.step(nextStep('orientation.read'));
  return {
    name: 'identity',
    heading: '## Identity',
    why: "a person's own file, after everything else",
    entries: filledIn.map(identityEntry),
    total: filledIn.length,
    leadCount: 0,
    floor: `${filledIn.length} identity${frame.isTerse ? '' : ` (${read})`}`,
    more: (count) => `- ${formatCount(count)} more: ${read}`,
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
