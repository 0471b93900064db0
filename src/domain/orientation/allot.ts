import type { Draft } from './draft.ts';
import type { SectionName } from './orientation.ts';

/** A constraint is never shown with less than this much of its text. */
export const LEAST_TEXT = 160;
const LEAD_CHECKPOINT = 480;
const LEAST_STRETCH = 40;
/** Of a loop among many: enough to know it by. */
const COMPACT_TEXT = 60;
/** Of what is less urgent, while something that must arrive has not. */
const FEW = 2;

const MUST_ARRIVE: readonly SectionName[] = ['warnings', 'focus', 'open_loops'];
const DELTA: readonly SectionName[] = ['own', 'changed'];
const URGENT: readonly SectionName[] = [...DELTA, 'warnings', 'focus', 'checkpoint', 'open_loops'];
const NEXT: readonly SectionName[] = ['drift', 'sessions', 'gaps'];
const LESS_URGENT: readonly SectionName[] = [
  'drift',
  'lessons',
  'decisions',
  'preferences',
  'relational_delta',
  'gaps',
  'sessions',
  'captures',
  'checkpoint',
];
const ALL_BUT_IDENTITY: readonly SectionName[] = ['constraints', ...DELTA, ...MUST_ARRIVE, ...LESS_URGENT];

/** Shares the room out. Showing things comes before showing them at length, so a long text pushes nothing out. */
export function allot(draft: Draft): void {
  if (!draft.putAll('constraints', LEAST_TEXT)) showAll(draft, ['constraints'], LEAST_TEXT);
  if (draft.leftOut('constraints') > 0) return;
  for (const name of URGENT) showLeads(draft, name);
  if (!haveFloors(draft)) return;
  for (const name of NEXT) showLeads(draft, name);
  showAll(draft, DELTA, LEAST_TEXT, 0.5);
  showAll(draft, MUST_ARRIVE, LEAST_TEXT, 0.6);
  stretch(draft, ['checkpoint'], 0.4);
  lengthen(draft, ['constraints', ...MUST_ARRIVE], 480, 0.3);
  showAll(draft, LESS_URGENT, 240, 1, haveArrived(draft) ? Number.POSITIVE_INFINITY : FEW);
  showAll(draft, ['open_loops'], COMPACT_TEXT);
  showAll(draft, MUST_ARRIVE, LEAST_TEXT);
  showAll(draft, LESS_URGENT, 240);
  for (const cap of [480, 960]) lengthen(draft, ALL_BUT_IDENTITY, cap, 1);
  showAll(draft, ['identity'], LEAST_TEXT);
  for (const cap of [1_920, 3_840, 7_680]) lengthen(draft, ALL_BUT_IDENTITY, cap, 1);
  stretch(draft, ALL_BUT_IDENTITY, 1);
  stretch(draft, ['identity'], 1);
}

function showLeads(draft: Draft, name: SectionName): void {
  const count = draft.section(name)?.leadCount ?? 0;
  const cap =
    name === 'checkpoint' ? Math.max(LEAST_TEXT, Math.min(LEAD_CHECKPOINT, draft.room / 3)) : LEAST_TEXT;
  for (let index = 0; index < count; index++) show(draft, name, index, cap);
  if (draft.section(name)?.isLastLead) show(draft, name, entryCount(draft, name) - 1, LEAST_TEXT);
}

/** The first of each section, then the second of each, and so on, so that a long list does not starve the next. */
function showAll(
  draft: Draft,
  names: readonly SectionName[],
  cap: number,
  share = 1,
  most = Number.POSITIVE_INFINITY,
): void {
  const keepFree = keptFree(draft, share);
  const count = Math.min(most, Math.max(...names.map((name) => entryCount(draft, name))));
  for (let index = 0; index < count; index++) {
    for (const name of names)
      if (draft.shown(name, index) === undefined) show(draft, name, index, cap, keepFree);
  }
}

const show = (draft: Draft, name: SectionName, index: number, cap: number, keepFree = 0): boolean =>
  draft.put(name, index, cap, keepFree) || (cap > LEAST_TEXT && draft.put(name, index, LEAST_TEXT, keepFree));

/** Nothing else speaks while something urgent is silent; where its beginning does not fit, a word of it may. */
function haveFloors(draft: Draft): boolean {
  const isSilent = (name: SectionName) => entryCount(draft, name) > 0 && draft.shown(name, 0) === undefined;
  for (const name of URGENT.filter(isSilent)) show(draft, name, 0, COMPACT_TEXT);
  return !URGENT.some((name) => isSilent(name) && draft.leftOut(name) === draft.section(name)?.total);
}

const haveArrived = (draft: Draft): boolean => MUST_ARRIVE.every((name) => draft.leftOut(name) === 0);

const keptFree = (draft: Draft, share: number): number => Math.ceil(draft.room * (1 - share));

/** Gives shortened texts more, up to `cap` each and up to a share of the room that is left. */
function lengthen(draft: Draft, names: readonly SectionName[], cap: number, share: number): void {
  const keepFree = keptFree(draft, share);
  for (const [name, index] of shortened(draft, names)) draft.put(name, index, cap, keepFree);
}

/** Gives the first shortened text as much as there is, then the next. */
function stretch(draft: Draft, names: readonly SectionName[], share: number): void {
  const keepFree = keptFree(draft, share);
  for (const [name, index] of shortened(draft, names)) {
    const kept = draft.shown(name, index)?.kept ?? 0;
    for (let extra = draft.room - keepFree; extra >= LEAST_STRETCH; extra = Math.floor(extra * 0.8)) {
      if (draft.put(name, index, kept + extra, keepFree)) break;
    }
  }
}

function shortened(draft: Draft, names: readonly SectionName[]): [SectionName, number][] {
  return names.flatMap((name) =>
    Array.from({ length: entryCount(draft, name) }, (_, index): [SectionName, number] => [
      name,
      index,
    ]).filter(([, index]) => draft.shown(name, index)?.isShortened),
  );
}

const entryCount = (draft: Draft, name: SectionName): number => draft.section(name)?.entries.length ?? 0;
