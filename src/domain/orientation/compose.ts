import { invalid } from '../error.ts';
import type { SurfaceWording } from '../surface-wording.ts';
import { allot } from './allot.ts';
import { capturesSection } from './captures-section.ts';
import { commonAuthor } from './common-author.ts';
import { changedSection, ownSection, withoutOwn } from './delta-sections.ts';
import { Draft } from './draft.ts';
import { driftSection } from './drift-section.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { DEFAULT_THRESHOLDS, type OrientationFacts, type OrientationThresholds } from './facts.ts';
import { foldRepeats } from './fold-repeats.ts';
import { constraintsLeftOut, findGaps } from './gaps.ts';
import { gapsSection } from './gaps-section.ts';
import { identitySection } from './identity-section.ts';
import { listSections } from './list-sections.ts';
import { memoriesSection } from './memories-section.ts';
import {
  BRIEF_BUDGET,
  type Gap,
  MAX_BUDGET,
  MIN_BUDGET,
  type Orientation,
  type SectionName,
} from './orientation.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { preface, titleLine } from './render-report.ts';
import { ReservedWording } from './reserved-wording.ts';
import { scoreOrientation } from './score.ts';
import type { Frame, Section } from './section.ts';
import { sessionsSection } from './sessions-section.ts';

/** Below this, lines are terse and calls are given once. */
const TERSE_BELOW = 6_000;
const TINY_BELOW = 1_000;
const MAX_PROJECT_ID = 40;

const ORDER: readonly SectionName[] = [
  'own',
  'changed',
  'constraints',
  'warnings',
  'checkpoint',
  'focus',
  'open_loops',
  'drift',
  'lessons',
  'decisions',
  'preferences',
  'relational_delta',
  'sessions',
  'captures',
  'identity',
  'memories',
  'gaps',
];

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
interface Layout {
  readonly facts: OrientationFacts;
  readonly gaps: readonly Gap[];
  readonly draft: Draft;
  readonly frame: Frame;
  readonly limit: number;
}

/** What the next session is told, never longer than the budget. */
export const composeOrientation = (given: OrientationFacts, options: ComposeOptions): Orientation =>
  render(layOut(given, options));

/** The score and the gaps of the same report, without its text. */
export function rateOrientation(
  given: OrientationFacts,
  options: ComposeOptions,
): Pick<Orientation, 'score' | 'gaps'> {
  const layout = layOut(given, options);
  return { score: rate(layout).score, gaps: layout.gaps };
}

function layOut(given: OrientationFacts, options: ComposeOptions): Layout {
  const facts = foldRepeats(given);
  const { budget, format = 'full', thresholds = DEFAULT_THRESHOLDS } = options;
  checkBudget(budget);
  const limit = format === 'brief' ? Math.min(budget, BRIEF_BUDGET) : budget;
  const frame: Frame = {
    isTerse: limit < TERSE_BELOW,
    isTiny: limit < TINY_BELOW,
    commonAuthor: commonAuthor(facts),
    isBrief: format === 'brief',
    project: needsProject(facts, limit) ? facts.project.id : undefined,
    words: new ReservedWording(options.wording, options.wordings),
  };
  const found = findGaps(facts, thresholds);
  const draft = draftReport(facts, found, frame, limit);
  if (draft.leftOut('constraints') === 0) return { facts, gaps: found, draft, frame, limit };

  // The gap itself is counted in the text, so the text is made again with it.
  const withGap = (count: number) => [constraintsLeftOut(count, facts.project.id), ...found];
  const redraft = draftReport(facts, withGap(draft.leftOut('constraints')), frame, limit);
  return { facts, gaps: withGap(redraft.leftOut('constraints')), draft: redraft, frame, limit };
}

/** Where room is short, calls that go to this project anyway do not name it. */
const needsProject = ({ project, isOwnProject }: OrientationFacts, limit: number): boolean =>
  project.id.length <= MAX_PROJECT_ID && (!isOwnProject || limit >= TERSE_BELOW);

function checkBudget(budget: number): void {
  if (budget >= MIN_BUDGET && budget <= MAX_BUDGET) return;
  const problem = `must be between ${MIN_BUDGET} and ${MAX_BUDGET}`;
  throw invalid(
    'budget_out_of_range',
    `The budget ${problem} characters.`,
    `Ask for ${MIN_BUDGET} to ${MAX_BUDGET} characters.`,
    {
      fields: [{ field: 'budget_chars', problem }],
    },
  );
}

function draftReport(facts: OrientationFacts, gaps: readonly Gap[], frame: Frame, limit: number): Draft {
  const others = withoutOwn(facts);
  const sections = [
    ownSection(facts, frame),
    changedSection(facts, frame),
    ...withDrift(listSections(others, frame), driftSection(facts, frame)),
    sessionsSection(facts, frame),
    capturesSection(facts, frame),
    identitySection(facts, frame),
    memoriesSection(others, frame),
    gapsSection(gaps, frame),
  ];
  const draft = new Draft(sections, frame, limit - longestOpening(facts, frame, limit).length);
  allot(draft);
  return draft;
}

/** What moved belongs right after what was left to do. */
const withDrift = (lists: readonly Section[], drift: Section): readonly Section[] =>
  lists.flatMap((section) => (section.name === 'open_loops' ? [section, drift] : [section]));

function opening(facts: OrientationFacts, frame: Frame, score: number, tokens: number): string {
  return `${titleLine(facts, frame, score, tokens)}\n${introduction(facts, frame)}`;
}

const NOTHING_LEFT = 'No session has left anything for this report yet.';

function introduction(facts: OrientationFacts, frame: Frame): string {
  if (facts.besides === undefined || hasAnything(facts)) return preface(hasAnything(facts), frame);
  return facts.besides === 'game' ? `${NOTHING_LEFT} The game itself is kept in its campaign.` : NOTHING_LEFT;
}

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
    sections: draft.tallies(ORDER),
    gaps,
    isCheckpointShown: draft.shown('checkpoint', 0) !== undefined,
  });

function render(layout: Layout): Orientation {
  const { facts, gaps, draft, frame, limit } = layout;
  const { score, parts } = rate(layout);
  const body = draft.toString();
  const fill = (tokens: number) => frame.words.fill(opening(facts, frame, score, tokens) + body);
  const estimatedTokens = Math.min(limit, estimateTokens(fill(limit)));
  return {
    report: fill(estimatedTokens),
    score,
    scoreParts: parts,
    gaps,
    sections: draft.tallies(ORDER),
    estimatedTokens,
    reservedLength: longestOpening(facts, frame, limit).length + body.length,
    placements: draft.placements(),
  };
}
