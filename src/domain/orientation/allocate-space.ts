import type { SectionName } from './orientation.ts';
import type { ReportDraft } from './report-draft.ts';

/** A constraint is never shown with less than this much of its text. */
export const MIN_TEXT_CHARS = 160;
const LEAD_CHECKPOINT_CHARS = 480;
const MIN_EXTENSION_CHARS = 40;
/** Of a loop among many: enough to know it by. */
const COMPACT_TEXT_CHARS = 60;
/** Of what is less urgent, while something that must arrive has not. */
const MAX_LESS_URGENT = 2;

const REQUIRED: readonly SectionName[] = ['warnings', 'focus', 'open_loops'];
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
  'checkpoint',
];
const ALL_BUT_IDENTITY: readonly SectionName[] = ['constraints', ...DELTA, ...REQUIRED, ...LESS_URGENT];

/** Shares the room out. Showing things comes before showing them at length, so a long text pushes nothing out. */
export function allocateSpace(draft: ReportDraft): void {
  if (draft.isWhole) return;
  if (!draft.putAll('constraints', MIN_TEXT_CHARS)) showAll(draft, ['constraints'], MIN_TEXT_CHARS);
  if (draft.leftOut('constraints') > 0) return;
  for (const name of URGENT) showLeads(draft, name);
  if (!haveAllUrgent(draft)) return;
  for (const name of NEXT) showLeads(draft, name);
  showAll(draft, DELTA, MIN_TEXT_CHARS, 0.5);
  showAll(draft, REQUIRED, MIN_TEXT_CHARS, 0.6);
  extend(draft, ['checkpoint'], 0.4);
  lengthen(draft, ['constraints', ...REQUIRED], 480, 0.3);
  showAll(draft, LESS_URGENT, 240, 1, haveAllRequired(draft) ? Number.POSITIVE_INFINITY : MAX_LESS_URGENT);
  showAll(draft, ['open_loops'], COMPACT_TEXT_CHARS);
  showAll(draft, REQUIRED, MIN_TEXT_CHARS);
  showAll(draft, LESS_URGENT, 240);
  for (const cap of [480, 960]) lengthen(draft, ALL_BUT_IDENTITY, cap, 1);
  showAll(draft, ['identity'], MIN_TEXT_CHARS);
  for (const cap of [1_920, 3_840, 7_680]) lengthen(draft, ALL_BUT_IDENTITY, cap, 1);
  extend(draft, ALL_BUT_IDENTITY, 1);
  extend(draft, ['identity'], 1);
}

function showLeads(draft: ReportDraft, name: SectionName): void {
  const count = draft.section(name)?.leadCount ?? 0;
  const cap =
    name === 'checkpoint'
      ? Math.max(MIN_TEXT_CHARS, Math.min(LEAD_CHECKPOINT_CHARS, draft.room / 3))
      : MIN_TEXT_CHARS;
  for (let index = 0; index < count; index++) show(draft, name, index, cap);
  if (draft.section(name)?.isLastLead) show(draft, name, entryCount(draft, name) - 1, MIN_TEXT_CHARS);
}

/** The first of each section, then the second of each, and so on, so that a long list does not starve the next. */
function showAll(
  draft: ReportDraft,
  names: readonly SectionName[],
  cap: number,
  share = 1,
  most = Number.POSITIVE_INFINITY,
): void {
  const keepFree = keptFree(draft, share);
  const count = Math.min(most, Math.max(...names.map((name) => entryCount(draft, name))));
  for (let index = 0; index < count && draft.room > keepFree; index++) {
    for (const name of names)
      if (draft.shown(name, index) === undefined) show(draft, name, index, cap, keepFree);
  }
}

const show = (draft: ReportDraft, name: SectionName, index: number, cap: number, keepFree = 0): boolean =>
  draft.put(name, index, cap, keepFree) ||
  (cap > MIN_TEXT_CHARS && draft.put(name, index, MIN_TEXT_CHARS, keepFree));

/** Every urgent section must show something first, if need be only a few words. */
function haveAllUrgent(draft: ReportDraft): boolean {
  const isSilent = (name: SectionName) => entryCount(draft, name) > 0 && draft.shown(name, 0) === undefined;
  for (const name of URGENT.filter(isSilent)) show(draft, name, 0, COMPACT_TEXT_CHARS);
  return !URGENT.some((name) => isSilent(name) && draft.leftOut(name) === draft.section(name)?.total);
}

const haveAllRequired = (draft: ReportDraft): boolean => REQUIRED.every((name) => draft.leftOut(name) === 0);

const keptFree = (draft: ReportDraft, share: number): number => Math.ceil(draft.room * (1 - share));

/** Gives shortened texts more, up to `cap` each and up to a share of the room that is left. */
function lengthen(draft: ReportDraft, names: readonly SectionName[], cap: number, share: number): void {
  const keepFree = keptFree(draft, share);
  for (const [name, index] of shortened(draft, names)) draft.put(name, index, cap, keepFree);
}

/** Gives the first shortened text as much as there is, then the next. */
function extend(draft: ReportDraft, names: readonly SectionName[], share: number): void {
  const keepFree = keptFree(draft, share);
  for (const [name, index] of shortened(draft, names)) {
    const kept = draft.shown(name, index)?.kept ?? 0;
    for (let extra = draft.room - keepFree; extra >= MIN_EXTENSION_CHARS; extra = Math.floor(extra * 0.8)) {
      if (draft.put(name, index, kept + extra, keepFree)) break;
    }
  }
}

function shortened(draft: ReportDraft, names: readonly SectionName[]): [SectionName, number][] {
  return names.flatMap((name) => draft.shortened(name).map((index): [SectionName, number] => [name, index]));
}

const entryCount = (draft: ReportDraft, name: SectionName): number =>
  draft.section(name)?.entries.length ?? 0;
