import { type Placement, SECTION_NAMES, type SectionName, type SectionTally } from './orientation.ts';
import { blockLength, collapsedLine, isCollapsed, sectionBlock } from './render-report.ts';
import type { Frame, Rendered, Section } from './section.ts';

interface Page {
  readonly section: Section;
  readonly shown: Map<number, Rendered>;
  bodyLength: number;
  /** The current length of its block. */
  blockLength: number;
}

/** A report in the making: it knows its exact length, and takes nothing that would not fit. */
export class ReportDraft {
  readonly #pages: readonly Page[];
  readonly #byName: ReadonlyMap<SectionName, Page>;
  readonly #frame: Frame;
  readonly #budget: number;
  /** Whether everything there is to show is shown in full. */
  readonly isWhole: boolean;
  /** The counts alone would not fit: a small budget, many sections, and large numbers. */
  #isSummed = false;
  #blocksLength = 0;
  #collapsedLength = 0;
  /** What `#collapsedLength` would be without a page that is collapsed now: asked for with each of its entries. */
  readonly #lengthsWithout = new Map<Page, number>();

  constructor(sections: readonly Section[], frame: Frame, budget: number) {
    this.#pages = sections
      .filter(({ total }) => total > 0)
      .map((section) => ({ section, shown: new Map(), bodyLength: 0, blockLength: 0 }));
    this.#byName = new Map(this.#pages.map((page) => [page.section.name, page]));
    this.#frame = frame;
    this.#budget = budget;
    this.isWhole = this.#putWhole();
    if (!this.isWhole) this.#beginEmpty();
  }

  get room(): number {
    return this.#budget - this.#blocksLength - this.#collapsedLength;
  }

  section(name: SectionName): Section | undefined {
    return this.#find(name)?.section;
  }

  shown(name: SectionName, index: number): Rendered | undefined {
    return this.#find(name)?.shown.get(index);
  }

  /** Which entries are shown in part, in the order of their section. */
  shortened(name: SectionName): readonly number[] {
    const indexes: number[] = [];
    for (const [index, { isShortened }] of this.#find(name)?.shown ?? [])
      if (isShortened) indexes.push(index);
    return indexes.sort((a, b) => a - b);
  }

  leftOut(name: SectionName): number {
    const page = this.#find(name);
    return page === undefined ? 0 : page.section.total - page.shown.size;
  }

  /** Shows an entry, or more of it, if `keepFree` characters remain free. Returns whether it did. */
  put(name: SectionName, index: number, cap: number, keepFree = 0): boolean {
    const page = this.#find(name);
    const entry = page?.section.entries[index];
    if (page === undefined || entry === undefined) return false;
    const before = page.shown.get(index);
    if (before !== undefined && !before.isShortened) return false;
    const room = this.room - keepFree;
    if (Math.min(cap, entry.length) / 2 - (before?.kept ?? 0) > room) return false;
    const shownCount = page.shown.size + (before === undefined ? 1 : 0);
    const others = page.bodyLength - (before?.text.length ?? 0);
    // Most entries of a long list do not fit, and rendering one takes much longer than this.
    if (cap >= entry.length && !this.#fits(page, shownCount, others + entry.length, keepFree)) return false;
    const rendered = entry.render(cap);
    if (before !== undefined && rendered.kept <= before.kept) return false;
    const bodyLength = others + rendered.text.length;
    return this.#resize(page, shownCount, bodyLength, keepFree, () => page.shown.set(index, rendered));
  }

  /** Shows all of a section or nothing more of it: one by one they may not fit, for the line that counts the rest
   *  goes away only with the last. */
  putAll(name: SectionName, cap: number): boolean {
    const page = this.#find(name);
    if (page === undefined || page.shown.size > 0 || page.section.entries.length < page.section.total)
      return false;
    const all = page.section.entries.map((entry) => entry.render(cap));
    const bodyLength = all.reduce((sum, { text }) => sum + text.length, 0);
    return this.#resize(page, all.length, bodyLength, 0, () => {
      for (const [index, rendered] of all.entries()) page.shown.set(index, rendered);
    });
  }

  tallies(): SectionTally[] {
    return SECTION_NAMES.map((name) => {
      const page = this.#find(name);
      const shown = page?.shown.size ?? 0;
      const shortened = [...(page?.shown.values() ?? [])].filter((entry) => entry.isShortened).length;
      return { name, total: page?.section.total ?? 0, shown, shortened, leftOut: this.leftOut(name) };
    });
  }

  /** Everything that was considered, and what became of it. */
  placements(): Placement[] {
    return this.#pages.flatMap(({ section, shown }) =>
      section.entries.map((entry, index): Placement => {
        const rendered = shown.get(index);
        return {
          section: section.name,
          label: entry.label,
          isShown: rendered !== undefined,
          isShortened: rendered?.isShortened ?? false,
          cost: rendered === undefined ? 0 : rendered.text.length + 1,
          why: entry.why ?? section.why,
        };
      }),
    );
  }

  toString(): string {
    const blocks = this.#pages
      .filter(({ section, shown }) => !isCollapsed(section, shown.size))
      .map(({ section, shown }) => sectionBlock(section, inOrder(shown)));
    return blocks.join('') + this.#collapsedLine();
  }

  /** Most reports are far shorter than their budget. Then there is no room to share out, which takes much longer. */
  #putWhole(): boolean {
    if (
      !this.#pages.every(
        ({ section: { entries, total } }) => entries.length === total || entries.length === 0,
      )
    )
      return false;
    if (sum(this.#pages, ({ section }) => sum(section.entries, ({ length }) => length)) > this.#budget)
      return false;
    let least = 0;
    for (const { section, shown } of this.#pages) {
      for (const [index, entry] of section.entries.entries()) {
        const rendered = entry.render(entry.length);
        least += rendered.text.length + 1;
        if (least > this.#budget) return false;
        shown.set(index, rendered);
      }
    }
    this.#measure();
    return this.room >= 0;
  }

  #beginEmpty(): void {
    for (const { shown } of this.#pages) shown.clear();
    this.#measure();
    this.#isSummed = this.room < 0;
    this.#collapsedLength = this.#collapsedLine().length;
  }

  #measure(): void {
    for (const page of this.#pages) {
      page.bodyLength = sum([...page.shown.values()], ({ text }) => text.length);
      page.blockLength = lengthOf(page.section, page.shown.size, page.bodyLength);
    }
    this.#blocksLength = sum(this.#pages, ({ blockLength: length }) => length);
    this.#collapsedLength = this.#collapsedLine().length;
  }

  #resize(page: Page, shownCount: number, bodyLength: number, keepFree: number, apply: () => void): boolean {
    if (!this.#fits(page, shownCount, bodyLength, keepFree)) return false;
    if (page.shown.size === 0) {
      this.#collapsedLength = this.#collapsedLengthWithout(page);
      this.#lengthsWithout.clear();
    }
    apply();
    const length = lengthOf(page.section, shownCount, bodyLength);
    this.#blocksLength += length - page.blockLength;
    page.bodyLength = bodyLength;
    page.blockLength = length;
    return true;
  }

  #fits(page: Page, shownCount: number, bodyLength: number, keepFree: number): boolean {
    const growth = lengthOf(page.section, shownCount, bodyLength) - page.blockLength;
    const collapsedLength =
      page.shown.size === 0 ? this.#collapsedLengthWithout(page) : this.#collapsedLength;
    return this.#blocksLength + growth + collapsedLength + keepFree <= this.#budget;
  }

  #find(name: SectionName): Page | undefined {
    return this.#byName.get(name);
  }

  #collapsedLengthWithout(page: Page): number {
    const known = this.#lengthsWithout.get(page);
    if (known !== undefined) return known;
    const { length } = this.#collapsedLine(page);
    this.#lengthsWithout.set(page, length);
    return length;
  }

  #collapsedLine(without?: Page): string {
    const gathered = this.#pages.filter(
      (page) => page !== without && isCollapsed(page.section, page.shown.size),
    );
    return collapsedLine(
      gathered.map((page) => page.section),
      this.#frame,
      this.#isSummed,
    );
  }
}

const sum = <Item>(items: readonly Item[], lengthOfItem: (item: Item) => number): number =>
  items.reduce((total, item) => total + lengthOfItem(item), 0);

const lengthOf = (section: Section, shownCount: number, bodyLength: number): number =>
  isCollapsed(section, shownCount) ? 0 : blockLength(section, shownCount, bodyLength);

const inOrder = (shown: ReadonlyMap<number, Rendered>): string[] =>
  [...shown].sort(([a], [b]) => a - b).map(([, rendered]) => rendered.text);
