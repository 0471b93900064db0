import { type NextStep, renderAdvice, type SurfaceWording, shortenStep } from '../next-step.ts';
import type { ShortenId } from '../short-id.ts';

/** Quoted texts and names in a report never contain it: they escape or replace control characters. */
const MARK = '\0';
const SLOT = /\0([0-9a-z]+)_*\0/g;

/**
 * The wording of a surface during layout. Each step is a slot as wide as its longest wording on any surface, so that the same
 * entries fit on every surface. `fill` then puts the wording of one surface into the slots.
 */
export class ReservedWording {
  readonly #all: readonly SurfaceWording[];
  readonly #own: number;
  readonly #shorten: ShortenId;
  readonly #texts: string[] = [];
  readonly #byStep = new Map<string, string>();

  constructor(wording: SurfaceWording, all: readonly SurfaceWording[], shorten: ShortenId) {
    this.#shorten = shorten;
    this.#all = all.includes(wording) ? all : [...all, wording];
    this.#own = this.#all.indexOf(wording);
  }

  /** The same step gets the same slot without being rendered again: entries and counts are tried at many lengths. */
  step(step: NextStep): string {
    const key = `${step.action} ${JSON.stringify(step.args)}`;
    const known = this.#byStep.get(key);
    if (known !== undefined) return known;
    const short = shortenStep(step, this.#shorten);
    const slot = this.#reserve((wording) => wording.step(short));
    this.#byStep.set(key, slot);
    return slot;
  }

  /** A hint and the steps it recommends. */
  advice(hint: string, next: readonly NextStep[]): string {
    const short = next.map((step) => shortenStep(step, this.#shorten));
    return this.#reserve((wording) => renderAdvice(wording, hint, short));
  }

  parameter(name: string): string {
    return this.#reserve((wording) => wording.parameter(name));
  }

  fill(text: string): string {
    return text.replace(SLOT, (_, index: string) => this.#texts[Number.parseInt(index, 36)] ?? '');
  }

  #reserve(render: (wording: SurfaceWording) => string): string {
    const texts = this.#all.map(render);
    const width = Math.max(...texts.map(({ length }) => length));
    const index = this.#texts.push(texts[this.#own] ?? '') - 1;
    return `${MARK}${index.toString(36).padEnd(width - 2, '_')}${MARK}`;
  }
}

/** What comes before the first slot: the same on every surface. */
export const textBeforeSlot = (text: string): string => text.split(MARK, 1)[0] ?? '';
