import type { IndexQuery, SearchScope, TextKind, TextSource } from '../../app/ports/search-index.ts';
import { periodsWithin } from './periods.ts';

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

function exceptedTokens(
  { exceptProjectIds = [] }: SearchScope,
  workspace: string,
): readonly string[] | undefined {
  const tokens = exceptProjectIds.flatMap((id) =>
    ['on', 'off'].map((state) => stateToken(state, workspace, id)),
  );
  return tokens.length === 0 ? undefined : tokens;
}

const narrowed = (tokens: readonly string[] | undefined) =>
  tokens === undefined ? [] : [`scope : (${tokens.join(' OR ') || NOTHING})`];

/** Of the words of a text, not of the column that narrows. */
export const amongWords = (words: string): string => `- {scope} : (${words})`;

export const ofKind = (kind: TextKind): string => `scope : ${token(`kind${kind}`)}`;

/** One expression of the index: what the query asks for, among what the scope lets through. */
export function matchExpression(
  query: IndexQuery,
  scope: SearchScope,
  source: TextSource,
  workspace: string,
): string {
  const words = expressionOf(query);
  const { since, until } = scope;
  const within = [
    ...narrowed(projectTokens(scope, source, workspace)),
    ...(source === 'records' ? narrowed(scope.types?.map((type) => token(`type${type}`))) : []),
    ...(source === 'records' ? narrowed(scope.categories?.map((one) => token(`category${one}`))) : []),
    ...(since === undefined && until === undefined ? [] : narrowed(periodsWithin(since, until).map(token))),
    ...(words === undefined ? [] : [amongWords(words)]),
  ]
    .map((part) => `(${part})`)
    .join(' AND ');
  const [except] = narrowed(exceptedTokens(scope, workspace));
  return except === undefined ? within : `(${within}) NOT (${except})`;
}
