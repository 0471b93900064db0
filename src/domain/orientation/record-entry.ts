import { DAMAGED_TEXT } from '../damage.ts';
import type { Instant } from '../instant.ts';
import { type NextStep, nextStep } from '../next-step.ts';
import type { FactItem } from './facts.ts';
import { firstLineOf, quote } from './quote.ts';
import type { Entry, Frame, Rendered } from './section.ts';
import { type Shortened, shorten } from './shorten.ts';
import { formatCount, nameOf, quotedName, whenOf } from './wording.ts';

const ONE_LINE_CAP = 120;
/** At least what marking a text as shortened costs. */
const MARK_LENGTH = 80;

interface EntryContext {
  readonly now: Instant;
  readonly frame: Frame;
  /** Where it was written, if the reader must know. */
  readonly place?: readonly string[];
  /** In other words than the date. */
  readonly when?: string;
  /** The date is told even where little room is. */
  readonly isDated?: boolean;
}

/** In our words, not quoted: what was stored there is not known any more. */
function damagedEntry(item: FactItem, context: EntryContext): Entry {
  const text = `- ${DAMAGED_TEXT}\n  - [${attribution(item, 0, { ...context, frame: { ...context.frame, isTerse: false } })}]`;
  return {
    label: item.id,
    length: item.length,
    render: () => ({ text, kept: item.length, isShortened: false }),
  };
}

/** A stored record: its text quoted, then who wrote it and when. */
export function recordEntry(item: FactItem, context: EntryContext): Entry {
  if (item.isDamaged) return damagedEntry(item, context);
  const readWhole = stepToRead(item);
  const render = (cap: number) =>
    renderRecord(item, shorten(item.text, item.length, cap), context, readWhole);
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

/** A record of which only the beginning of the first line is shown, unless the mark would cost more than the rest. */
export function oneLineEntry(item: FactItem, context: EntryContext): Entry {
  if (item.isDamaged) return damagedEntry(item, context);
  const line = firstLineOf(item.text.slice(0, ONE_LINE_CAP + 1));
  const isWhole = line.length === item.length && line.length <= ONE_LINE_CAP;
  const kept = isWhole || line.length < ONE_LINE_CAP ? line : shorten(line, item.length, ONE_LINE_CAP).text;
  const brief = renderRecord(item, { text: kept, omitted: item.length - kept.length }, context);
  const hasAll = item.text.length >= item.length && firstLineOf(item.text) === item.text;
  const isNearlyAll = hasAll && item.length - kept.length <= MARK_LENGTH;
  const rendered = isNearlyAll ? renderRecord(item, { text: item.text, omitted: 0 }, context) : brief;
  return { label: item.id, length: rendered.text.length, render: () => rendered };
}

function renderRecord(
  item: FactItem,
  { text, omitted }: Shortened,
  context: EntryContext,
  readWhole = stepToRead(item),
): Rendered {
  const said = attribution(item, omitted, context, readWhole);
  return {
    text: `${quote(text)}${omitted > 0 ? '…' : ''}${said === '' ? '' : `\n  - [${said}]`}`,
    kept: text.length,
    isShortened: omitted > 0,
  };
}

/** Where little room is, who said it and when is left out; what it takes to read the rest never is. */
function attribution(
  item: FactItem,
  omitted: number,
  context: EntryContext,
  readWhole = stepToRead(item),
): string {
  const { now, frame, place = [], when = whenOf(item.createdAt, now), isDated = false } = context;
  const isBare = frame.isTerse && omitted === 0;
  const rest = omitted > 0 ? `+${formatCount(omitted)} characters: ${frame.words.step(readWhole)}` : item.id;
  const parts = [...(isBare ? [] : [rest]), ...(isBare && !isDated ? [] : [when]), ...place];
  if (item.source === 'derived') parts.push('derived');
  if (!frame.isTerse && item.author !== null && item.author !== frame.commonAuthor)
    parts.push(`by ${quotedName(item.author, 40)}`);
  if (!frame.isTerse && item.subject !== null) parts.push(`on "${nameOf(item.subject, 60)}"`);
  return parts.join(' · ');
}

const stepToRead = (item: FactItem): NextStep =>
  isUnsaved(item)
    ? nextStep('session.show', { session: item.id })
    : nextStep('memory.read', { ids: [item.id] });

/** Put together while reading, from the traces of a session; it goes by the session's id. */
const isUnsaved = ({ id }: FactItem) => id.startsWith('ses_');
