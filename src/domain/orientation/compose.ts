import { invalid } from '../error.ts';
import type { SurfaceWording } from '../next-step.ts';
import { idShortener, WHOLE_IDS } from '../short-id.ts';
import { allocateSpace } from './allocate-space.ts';
import { driftSection } from './drift-section.ts';
import { DEFAULT_THRESHOLDS, type OrientationFacts, type OrientationThresholds } from './facts.ts';
import { estimateTokens } from './fit-budget.ts';
import { constraintsLeftOut, findGaps, findPersonGaps } from './gaps.ts';
import { mergeDuplicateRecords } from './merge-duplicates.ts';
import { BRIEF_BUDGET, type Gap, MAX_BUDGET, MIN_BUDGET, type Orientation } from './orientation.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { recordSections } from './record-sections.ts';
import { emptyPreface, preface, titleLine } from './render-report.ts';
import { ReportDraft } from './report-draft.ts';
import { ReservedWording } from './reserved-wording.ts';
import { scoreOrientation } from './score.ts';
import type { Frame, Section } from './section.ts';
import { sessionsSection } from './sessions-section.ts';
import {
  changedSection,
  excludeOwn,
  gapsSection,
  identitySection,
  memoriesSection,
  ownSection,
} from './simple-sections.ts';
import { summarizeList } from './summarize-list.ts';

const MIN_SHARE = 0.7;
const MIN_RECORDS = 4;

/** The author of nearly all records; null if there is none. */
function commonAuthor(facts: OrientationFacts): string | null {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { list } of RECORD_KINDS) {
    for (const [author, count] of summarizeList(facts[list]).authors) {
      if (author === null) return null;
      counts.set(author, (counts.get(author) ?? 0) + count);
      total += count;
    }
  }
  const [first] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  if (first === undefined || total < MIN_RECORDS) return null;
  return first[1] >= MIN_SHARE * total ? first[0] : null;
}

/** Below this, lines are terse and calls are given once. */
const TERSE_BELOW_CHARS = 6_000;
const TINY_BELOW_CHARS = 1_000;
const MAX_PROJECT_ID = 40;

export interface ComposeOptions {
  /** Characters (UTF-16 units), 500 to 40,000. */
  readonly budget: number;
  readonly format?: 'full' | 'brief';
  readonly thresholds?: OrientationThresholds;
  /** Of the surface that shows the report. */
  readonly wording: SurfaceWording;
  /** Of all surfaces: the report reserves room for the longest, so that each surface shows the same. */
  readonly wordings: readonly SurfaceWording[];
}

/** A report that is laid out and not yet put into words. */
type Layout = ReturnType<typeof layOut>;

/** The report for the next session, never longer than the budget. */
export const composeOrientation = (given: OrientationFacts, options: ComposeOptions): Orientation =>
  render(layOut(given, options));

export interface OrientationRating extends Pick<Orientation, 'score' | 'gaps' | 'namedIds'> {
  /** Everything is shown in full. */
  readonly isWhole: boolean;
}

/** The score and the gaps of the same report, without its text. */
export function rateOrientation(given: OrientationFacts, options: ComposeOptions): OrientationRating {
  const layout = layOut(given, options);
  const { gaps, namedIds, draft } = layout;
  return { score: rate(layout).score, gaps, namedIds, isWhole: draft.isWhole };
}

/** About what an entry takes besides its text: a report that cannot fit is not rated twice. */
const MIN_ENTRY_CHARS = 60;

/**
 * The rating if everything fits even with ids of full length, which is usual: then it does not depend on how short ids are shown,
 * and nobody has to measure them. Undefined if something does not fit.
 */
export function rateWhole(given: OrientationFacts, options: ComposeOptions): OrientationRating | undefined {
  let chars = 0;
  for (const { list } of RECORD_KINDS) {
    const { items, total } = given[list];
    if (items.length < total) return undefined;
    for (const { length } of items) chars += length + MIN_ENTRY_CHARS;
  }
  if (chars > options.budget) return undefined;
  const rating = rateOrientation({ ...given, ids: WHOLE_IDS }, options);
  return rating.isWhole ? rating : undefined;
}

function layOut(given: OrientationFacts, options: ComposeOptions) {
  const namedIds = new Set<string>();
  const facts = { ...mergeDuplicateRecords(given), ids: { ...given.ids, named: namedIds } };
  const { budget, format = 'full', thresholds = DEFAULT_THRESHOLDS } = options;
  checkBudget(budget);
  const limit = format === 'brief' ? Math.min(budget, BRIEF_BUDGET) : budget;
  const shorten = idShortener(facts.ids);
  const frame: Frame = {
    isTerse: limit < TERSE_BELOW_CHARS,
    isTiny: limit < TINY_BELOW_CHARS,
    commonAuthor: commonAuthor(facts),
    isBrief: format === 'brief',
    project: needsProject(facts, limit) ? facts.project.id : undefined,
    words: new ReservedWording(options.wording, options.wordings, shorten),
    shorten,
  };
  const found = findGaps(facts, thresholds);
  const personGaps = findPersonGaps(facts, thresholds);
  const sections = sectionsOf(facts, frame, found);
  const room = limit - longestOpening(facts, frame, limit).length;
  const draftWith = (gaps: readonly Gap[]) => {
    const draft = new ReportDraft([...sections, gapsSection(gaps, frame)], frame, room);
    allocateSpace(draft);
    return draft;
  };
  const draft = draftWith(found);
  const laidOut = { facts, personGaps, frame, limit, namedIds };
  if (draft.leftOut('constraints') === 0) return { ...laidOut, gaps: found, draft };

  // The gap itself is counted in the text, so the text is made again with it.
  const withGap = (count: number) => [constraintsLeftOut(count, facts.project.id), ...found];
  const redraft = draftWith(withGap(draft.leftOut('constraints')));
  const gaps = withGap(redraft.leftOut('constraints'));
  return { ...laidOut, gaps, draft: redraft };
}

/** Where room is short, calls that go to this project anyway do not name it. */
const needsProject = ({ project, isOwnProject }: OrientationFacts, limit: number): boolean =>
  project.id.length <= MAX_PROJECT_ID && (!isOwnProject || limit >= TERSE_BELOW_CHARS);

function checkBudget(budget: number): void {
  if (budget >= MIN_BUDGET && budget <= MAX_BUDGET) return;
  const problem = `must be between ${MIN_BUDGET} and ${MAX_BUDGET}`;
  const hint = `Ask for ${MIN_BUDGET} to ${MAX_BUDGET} characters.`;
  throw invalid('budget_out_of_range', `The budget ${problem} characters.`, hint, {
    fields: [{ field: 'budget_chars', problem }],
  });
}

/** All sections but the gaps, which depend on what the others leave out. */
function sectionsOf(facts: OrientationFacts, frame: Frame, gaps: readonly Gap[]): readonly Section[] {
  const others = excludeOwn(facts);
  return [
    ownSection(facts, frame),
    changedSection(facts, frame),
    // Drift comes right after the open loops.
    ...recordSections(others, frame).flatMap((section) =>
      section.name === 'open_loops' ? [section, driftSection(facts, frame)] : [section],
    ),
    sessionsSection(facts, frame, gaps),
    identitySection(facts, frame),
    memoriesSection(others, frame),
  ];
}

const opening = (facts: OrientationFacts, frame: Frame, score: number, tokens: number): string =>
  `${titleLine(facts, frame, score, tokens)}\n${hasAnything(facts) ? preface(frame) : emptyPreface(facts)}`;

const longestOpening = (facts: OrientationFacts, frame: Frame, limit: number): string =>
  opening(facts, frame, 100, limit);

const hasAnything = (facts: OrientationFacts): boolean =>
  RECORD_KINDS.some((kind) => facts[kind.list].total > 0) ||
  facts.memoryCount > 0 ||
  (facts.delta?.own.total ?? 0) > 0 ||
  (facts.delta?.changed.length ?? 0) > 0 ||
  facts.lastSession !== null ||
  facts.aliveSessions.length > 0 ||
  facts.unreviewedCaptures.total > 0 ||
  facts.identities.some(({ isFilledIn }) => isFilledIn);

const rate = ({ facts, gaps, draft }: Layout) =>
  scoreOrientation(facts, {
    sections: draft.tallies(),
    gaps,
    isCheckpointShown: draft.shown('checkpoint', 0) !== undefined,
  });

function render(layout: Layout): Orientation {
  const { facts, gaps, draft, frame, limit } = layout;
  const { score, parts } = rate(layout);
  const body = draft.toString();
  const filledBody = frame.words.fill(body);
  const fill = (tokens: number) => frame.words.fill(opening(facts, frame, score, tokens)) + filledBody;
  const estimatedTokens = Math.min(limit, estimateTokens(fill(limit)));
  return {
    report: fill(estimatedTokens),
    score,
    scoreParts: parts,
    gaps,
    personGaps: layout.personGaps,
    sections: draft.tallies(),
    estimatedTokens,
    reservedLength: longestOpening(facts, frame, limit).length + body.length,
    listPlacements: () => draft.placements(),
    namedIds: layout.namedIds,
  };
}
