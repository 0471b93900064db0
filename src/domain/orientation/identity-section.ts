import type { OrientationFacts } from './facts.ts';
import { hasIdentity } from './has-identity.ts';
import { quote } from './quote.ts';
import type { Entry, Frame, Rendered, Section } from './section.ts';
import { shorten } from './shorten.ts';
import { formatCount, onOneLine } from './wording.ts';

const MAX_PATH = 200;

/** A person's own file, quoted like everything else that we did not write. */
export function identitySection({ identity }: OrientationFacts, frame: Frame): Section {
  const isThere = hasIdentity(identity);
  return {
    name: 'identity',
    heading: '## Identity',
    entries: isThere ? [identityEntry(identity)] : [],
    total: isThere ? 1 : 0,
    leadCount: 0,
    floor: `1 identity${frame.isTerse ? '' : ' (boot_report)'}`,
    more: (count) => `- ${formatCount(count)} more: boot_report`,
  };
}

function identityEntry({ path, text, isCut }: NonNullable<OrientationFacts['identity']>): Entry {
  const source = path.length <= MAX_PATH ? onOneLine(path) : 'identity file';
  return {
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
