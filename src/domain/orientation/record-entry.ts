import { DAMAGED_TEXT } from '../damage.ts';
import type { Instant } from '../instant.ts';
import { type NextStep, nextStep } from '../next-step.ts';
import type { FactItem } from './facts.ts';
import type { Entry, Frame, Rendered } from './section.ts';
import { type Shortened, shorten, shortenInside } from './shorten.ts';
import { firstLineOf, formatCount, nameOf, quote, quotedName, whenOf } from './wording.ts';

const ONE_LINE_CAP = 120;
/** At least what marking a text as shortened costs. */
const MARK_LENGTH = 80;

export interface EntryContext {
  readonly now: Instant;
  readonly frame: Frame;
  /** Where it was written, if the reader must know. */
  readonly place?: readonly string[];
  /** In other words than the date. */
  readonly when?: string;
  /** Show the date even in short reports. */
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

/** A stored record: its text quoted, then who wrote it and when. Its context is asked for when it is first rendered. */
export const recordEntry = (item: FactItem, contextOf: () => EntryContext, why?: string): Entry =>
  item.isDamaged ? { ...damagedEntry(item, contextOf()), why } : new RecordEntry(item, contextOf, why);

class RecordEntry implements Entry {
  readonly label: string;
  readonly length: number;
  readonly why: string | undefined;
  readonly #item: FactItem;
  readonly #contextOf: () => EntryContext;
  #context: EntryContext | undefined;
  #whole: Rendered | undefined;

  constructor(item: FactItem, contextOf: () => EntryContext, why: string | undefined) {
    this.label = item.id;
    this.length = item.length;
    this.why = why;
    this.#item = item;
    this.#contextOf = contextOf;
  }

  render(cap: number): Rendered {
    const rendered = this.#render(cap);
    if (!rendered.isShortened || this.length - rendered.kept > MARK_LENGTH) return rendered;
    // The mark costs characters too: a text hardly over the cap is cheaper whole.
    const whole = this.#render(this.length);
    return whole.text.length <= rendered.text.length ? whole : rendered;
  }

  /** An entry is tried again and again while room is shared out; its whole text is the same each time. */
  #render(cap: number): Rendered {
    if (cap < this.length) return this.#renderShortened(cap);
    this.#whole ??= this.#renderShortened(this.length);
    return this.#whole;
  }

  #renderShortened(cap: number): Rendered {
    const item = this.#item;
    this.#context ??= this.#contextOf();
    // A derived checkpoint quotes a conversation in its order, so what matters most is at its end.
    const isQuoted = item.type === 'checkpoint' && item.source === 'derived';
    const shortened = (isQuoted ? shortenInside : shorten)(item.text, item.length, cap);
    return renderRecord(item, shortened, this.#context);
  }
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

/** The store gives the same item for the same record again. */
const quotedTexts = new WeakMap<FactItem, string>();

function quoteWhole(item: FactItem): string {
  const known = quotedTexts.get(item);
  if (known !== undefined) return known;
  const quoted = quote(item.text);
  quotedTexts.set(item, quoted);
  return quoted;
}

function renderRecord(
  item: FactItem,
  { text, omitted, hasEnd = false }: Shortened,
  context: EntryContext,
): Rendered {
  const said = attribution(item, omitted, context);
  return {
    text: `${text === item.text ? quoteWhole(item) : quote(text)}${omitted > 0 && !hasEnd ? '…' : ''}${said === '' ? '' : `\n  - [${said}]`}`,
    kept: text.length,
    isShortened: omitted > 0,
  };
}

/** Short reports omit author and date, but never the step that reads the rest. */
function attribution(item: FactItem, omitted: number, context: EntryContext): string {
  const { now, frame, place = [], when, isDated = false } = context;
  const isBare = frame.isTerse && omitted === 0;
  const parts: string[] = [];
  if (!isBare)
    parts.push(
      omitted > 0
        ? `+${formatCount(omitted)} characters: ${frame.words.step(stepToRead(item))}`
        : frame.shorten(item.id),
    );
  if (!isBare || isDated) parts.push(when ?? whenOf(item.createdAt, now));
  parts.push(...place);
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

/** Derived while reading and not stored; its id is that of the session. */
const isUnsaved = ({ id }: FactItem) => id.startsWith('ses_');
