import type { NextStep } from '../next-step.ts';
import { renderAdvice, type SurfaceWording } from '../surface-wording.ts';

/** Quoted texts and names in a report never contain it: they escape or replace control characters. */
const MARK = '\0';
const SLOT = /\0([0-9a-z]+)_*\0/g;

/**
 * The words of a surface, while a report is laid out. Each is a slot as wide as its longest wording on any surface, so that
 * the same entries fit on every surface. `fill` then puts the words of one surface into the slots.
 */
export class ReservedWording {
  readonly #wording: SurfaceWording;
  readonly #all: readonly SurfaceWording[];
  readonly #texts: string[] = [];
  readonly #slots = new Map<string, string>();

  constructor(wording: SurfaceWording, all: readonly SurfaceWording[]) {
    this.#wording = wording;
    this.#all = all.includes(wording) ? all : [...all, wording];
  }

  step(step: NextStep): string {
    return this.#reserve((wording) => wording.step(step));
  }

  /** A hint and the steps it recommends. */
  advice(hint: string, next: readonly NextStep[]): string {
    return this.#reserve((wording) => renderAdvice(wording, hint, next));
  }

  parameter(name: string): string {
    return this.#reserve((wording) => wording.parameter(name));
  }

  fill(text: string): string {
    return text.replace(SLOT, (_, index: string) => this.#texts[Number.parseInt(index, 36)] ?? '');
  }

  #reserve(render: (wording: SurfaceWording) => string): string {
    const texts = this.#all.map(render);
    const key = texts.join(MARK);
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    const width = Math.max(...texts.map(({ length }) => length));
    const index = this.#texts.push(render(this.#wording)) - 1;
    const slot = `${MARK}${index.toString(36).padEnd(width - 2, '_')}${MARK}`;
    this.#slots.set(key, slot);
    return slot;
  }
}

/** What comes before the first slot: the same on every surface. */
export const textBeforeSlot = (text: string): string => text.split(MARK, 1)[0] ?? '';
