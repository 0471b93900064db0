import type { IndexQuery, SearchScope, TextKind, TextSource } from '../../app/ports/search-index.ts';
import type { Instant } from '../../domain/instant.ts';

/** The index knows months from here to there, and what is beyond as earlier or later. */
const FIRST = 1970 * 12;
const LAST = 2100 * 12 - 1;

const monthOf = (at: Instant) => Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7)) - 1;
const two = (month: number) => String((month % 12) + 1).padStart(2, '0');

/** The longest first: a decade replaces ten years. */
const PERIODS = [
  { months: 120, word: (month: number) => `decade${Math.floor(month / 120)}` },
  { months: 12, word: (month: number) => `year${Math.floor(month / 12)}` },
  { months: 1, word: (month: number) => `month${Math.floor(month / 12)}${two(month)}` },
];

/** Terms that cover a range of time, and perhaps a little more, so the query also checks the time of each row. */
export function periodTermsCovering(since: Instant | undefined, until: Instant | undefined) {
  const words = [
    ...(since === undefined || since < '1970' ? ['earlier'] : []),
    ...(until === undefined || until >= '2100' ? ['later'] : []),
  ];
  const first = since === undefined ? FIRST : Math.max(FIRST, monthOf(since));
  const last = until === undefined ? LAST : Math.min(LAST, monthOf(until));
  for (let month = first; month <= last; ) {
    const from = month;
    const period = PERIODS.find(({ months }) => from % months === 0 && from + months - 1 <= last);
    if (period === undefined) break;
    words.push(period.word(from));
    month += period.months;
  }
  return words;
}

/** Only a double quote would end a quoted word, and a NUL the whole expression. */
const quoted = (word: string) => `"${word.replaceAll(/["\0]/g, ' ')}"`;
const NOTHING = '""';

/** As the column that narrows writes it: see the migration that makes it. */
const token = (text: string) => quoted(text.replaceAll('_', ''));

function expressionOf(query: IndexQuery): string | undefined {
  if ('any' in query) return query.any.map(quoted).join(' OR ') || NOTHING;
  if ('begins' in query) return `${quoted(query.begins)} *`;
  if ('phrase' in query) return quoted(query.phrase.join(' '));
  if ('everything' in query) return undefined;
  const [several, joint] = 'all' in query ? [query.all, ' AND '] : [query.some, ' OR '];
  const parts = several.flatMap((one) => expressionOf(one) ?? []);
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(joint);
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');

function statesOf({ isLiveAt, isPast }: SearchScope, source: TextSource): readonly string[] {
  if (source === 'texts' || isLiveAt !== undefined) return ['on'];
  return isPast === true ? ['off'] : ['on', 'off'];
}

/** What the column that narrows has for a record that holds or not, and for its project within its workspace. */
const stateToken = (state: string, workspace: string, projectId?: string) =>
  token(`${state}w${hexOf(workspace)}${projectId === undefined ? '' : `p${projectId}`}`);

function projectTokens(scope: SearchScope, source: TextSource, workspace: string): readonly string[] {
  const { projectIds } = scope;
  const states = statesOf(scope, source);
  if (projectIds === undefined) return states.map((state) => stateToken(state, workspace));
  return projectIds.flatMap((id) => states.map((state) => stateToken(state, workspace, id ?? '')));
}

function exceptedTokens({ exceptProjectIds = [] }: SearchScope, workspace: string) {
  const tokens = exceptProjectIds.flatMap((id) =>
    ['on', 'off'].map((state) => stateToken(state, workspace, id)),
  );
  return tokens.length === 0 ? undefined : tokens;
}

const narrowed = (tokens: readonly string[] | undefined) =>
  tokens === undefined ? [] : [`scope : (${tokens.join(' OR ') || NOTHING})`];

/** Of the words of a text, not of the column that narrows. */
export const amongWords = (words: string): string => `- {scope} : (${words})`;

/** The words of a query without a scope; undefined for a query without words. */
export function wordsExpression(query: IndexQuery): string | undefined {
  const words = expressionOf(query);
  return words === undefined ? undefined : amongWords(words);
}

export const ofKind = (kind: TextKind): string => `scope : ${token(`kind${kind}`)}`;

export function matchExpression(
  query: IndexQuery,
  scope: SearchScope,
  source: TextSource,
  workspace: string,
): string {
  const { since, until } = scope;
  const within = [
    ...narrowed(projectTokens(scope, source, workspace)),
    ...(source === 'records' ? narrowed(scope.types?.map((type) => token(`type${type}`))) : []),
    ...(source === 'records' ? narrowed(scope.categories?.map((one) => token(`category${one}`))) : []),
    ...(since === undefined && until === undefined
      ? []
      : narrowed(periodTermsCovering(since, until).map(token))),
    wordsExpression(query) ?? [],
  ]
    .flat()
    .map((part) => `(${part})`)
    .join(' AND ');
  const [except] = narrowed(exceptedTokens(scope, workspace));
  return except === undefined ? within : `(${within}) NOT (${except})`;
}

/** Every word quoted, so that nothing people type is query syntax; undefined when there is no word in it. */
export function textQuery(query: string): string | undefined {
  const words = query.match(/[\p{L}\p{N}_]+/gu);
  return words === null ? undefined : words.map((word) => `"${word}"`).join(' OR ');
}
