import { quoteInline } from '../../domain/quote-text.ts';
import { explain } from '../../search/explain.ts';
import type { Matcher } from '../../search/matcher.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { SPECIFICITY } from '../../search/weights.ts';
import { CLOSING_PART, type TextKind } from '../ports/search-index.ts';
import type { Answer, Hit } from './answer.ts';
import type { HitRecord } from './hit-record.ts';
import type { Searched } from './searched-doc.ts';

export type HitKind = 'record' | TextKind;

const LABELS: Readonly<Record<HitKind, string>> = {
  record: '',
  note: 'a note of a session',
  turn: 'said by the agent at the end of a turn',
  event: 'an event of the game',
  capture: 'from a captured transcript',
  session: 'the title of a session',
  entity: 'part of the game',
};

const labelOf = ({ kind, part }: Searched): string =>
  kind === 'turn' && part === CLOSING_PART ? 'how a session was closed' : LABELS[kind];

/** Why a text is a hit of a search without words. */
export const NEWEST_FIRST = 'newest first';

const newestFirst = ({ types }: ParsedQuery) =>
  types.length === 0 ? NEWEST_FIRST : `newest first, only ${types.join(', ')}`;

/** Final states without a successor. */
const ENDED: ReadonlySet<string> = new Set(['resolved', 'expired', 'retracted']);

/** Several texts of a session or capture share an id, which may be the id of the hit. */
function duplicateIds({ duplicates }: Hit, id: string, captures: ReadonlyMap<string, string>) {
  const ids = new Set(duplicates.map((text) => captures.get(text.key) ?? text.id));
  ids.delete(id);
  return [...ids];
}

/** What all hits of an answer share. */
export interface Page {
  readonly answer: Answer;
  readonly query: ParsedQuery;
  readonly matcher: Matcher;
  /** Project names by id. */
  readonly projects: ReadonlyMap<string, string>;
  /** All projects are searched. */
  readonly isEverywhere: boolean;
  readonly captures: ReadonlyMap<string, string>;
}

/** The project of a hit, in a search over all projects. */
function placeOf({ projects, isEverywhere }: Page, { projectId }: Searched): string {
  const name = projects.get(projectId ?? '');
  return isEverywhere && name !== undefined ? `in ${JSON.stringify(name)}` : '';
}

const MAX_BEFORE = 160;

/** The oldest text that a record superseded. */
function beforeOf({ predecessors }: Searched): string {
  const oldest = predecessors.at(-1);
  return oldest === undefined
    ? ''
    : `before: ${quoteInline(oldest.text.slice(0, MAX_BEFORE).toWellFormed())}`;
}

const NUMBER = /(?<![\p{L}\d])\d{2,}(?![\p{L}\d])/gu;

/** Whether the query has a number that only a superseded text has. */
const asksForPastNumber = ({ text: query }: ParsedQuery, { text, predecessors }: Searched): boolean =>
  predecessors.length > 0 &&
  (query.match(NUMBER) ?? []).some(
    (number) => !text.includes(number) && predecessors.some((before) => before.text.includes(number)),
  );

/** Why a text is a hit, in one line. */
export function whyOf(page: Page, hit: Hit, record: HitRecord, matched: readonly string[]): string {
  const { text, ranked } = hit;
  const duplicates = duplicateIds(hit, record.id, page.captures);
  return [
    placeOf(page, text),
    labelOf(text),
    text.isSecret ? 'hidden from players' : '',
    text.isRewound === true ? 'rewound: it no longer happened' : '',
    ranked === undefined
      ? newestFirst(page.query)
      : explain(ranked, page.answer.asked, page.query, matched, page.matcher),
    record.superseded_by === undefined ? '' : `replaced by ${record.superseded_by}`,
    ENDED.has(record.status) && text.isRewound !== true ? record.status : '',
    duplicates.length === 0 ? '' : `nearly the same: ${duplicates.join(', ')}`,
    hit.newer === undefined ? '' : `${hit.newer.id} is newer and about the same topic`,
    page.query.order === 'oldest' || asksForPastNumber(page.query, text) ? beforeOf(text) : '',
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Specific words of the query that a text lacks. */
export const missingOf = ({ ranked }: Hit, { asked }: Answer) =>
  asked.flatMap(({ term }, index) =>
    term.specificity >= SPECIFICITY.common && (ranked?.anywhere[index] ?? 0) === 0 ? [term.word] : [],
  );
