import type { Instant } from '../instant.ts';
import type { FactItem } from './facts.ts';
import { firstLineOf, quote } from './quote.ts';
import type { Entry, Frame, Rendered } from './section.ts';
import { type Shortened, shorten } from './shorten.ts';
import { ageOf, formatCount, nameOf } from './wording.ts';

const ONE_LINE_CAP = 120;
/** At least what marking a text as shortened costs. */
const MARK_LENGTH = 80;

interface EntryContext {
  readonly now: Instant;
  readonly frame: Frame;
  /** Where it was written, if the reader must know. */
  readonly place?: readonly string[];
}

/** A stored record: its text quoted, then who wrote it and when. */
export function recordEntry(item: FactItem, context: EntryContext): Entry {
  const render = (cap: number) => renderRecord(item, shorten(item.text, item.length, cap), context);
  return {
    label: item.id,
    length: item.length,
    render(cap) {
      const rendered = render(cap);
      if (!rendered.isShortened || item.length - rendered.kept > MARK_LENGTH) return rendered;
      // The mark costs characters too: a text hardly over the cap is cheaper whole.
      const whole = render(item.length);
      return whole.text.length <= rendered.text.length ? whole : rendered;
    },
  };
}

/** A record of which only the beginning of the first line is shown, however much room there is. */
export function oneLineEntry(item: FactItem, context: EntryContext): Entry {
  const line = firstLineOf(item.text.slice(0, ONE_LINE_CAP + 1));
  const isWhole = line.length === item.length && line.length <= ONE_LINE_CAP;
  const kept = isWhole || line.length < ONE_LINE_CAP ? line : shorten(line, item.length, ONE_LINE_CAP).text;
  const rendered = renderRecord(item, { text: kept, omitted: item.length - kept.length }, context);
  return { label: item.id, length: rendered.text.length, render: () => rendered };
}

function renderRecord(item: FactItem, { text, omitted }: Shortened, context: EntryContext): Rendered {
  const mark = omitted > 0 ? '…' : '';
  return {
    text: `${quote(text)}${mark}\n  - [${attribution(item, omitted, context)}]`,
    kept: text.length,
    isShortened: omitted > 0,
  };
}

function attribution(item: FactItem, omitted: number, { now, frame, place = [] }: EntryContext): string {
  const source =
    omitted > 0 ? `+${formatCount(omitted)} characters: list_memories ids=["${item.id}"]` : item.id;
  const parts = [source, ageOf(item.createdAt, now), ...place];
  if (item.source === 'derived') parts.push('derived');
  if (!frame.isTerse && item.author !== null) parts.push(`by ${nameOf(item.author, 40)}`);
  if (!frame.isTerse && item.subject !== null) parts.push(`on "${nameOf(item.subject, 60)}"`);
  return parts.join(' · ');
}
