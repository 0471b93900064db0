import type { SearchScope, TextKind, TextSource, Wanted } from '../../app/ports/search-index.ts';
import { periodsWithin } from './periods.ts';

/** Only a double quote would end a quoted word, and a NUL the whole expression. */
const quoted = (word: string) => `"${word.replaceAll(/["\0]/g, ' ')}"`;
const NOTHING = '""';

/** As the column that narrows writes it: see the migration that makes it. */
const token = (text: string) => quoted(text.replaceAll('_', ''));

function expressionOf(wanted: Wanted): string | undefined {
  if ('any' in wanted) return wanted.any.map(quoted).join(' OR ') || NOTHING;
  if ('begins' in wanted) return `${quoted(wanted.begins)} *`;
  if ('phrase' in wanted) return quoted(wanted.phrase.join(' '));
  if ('everything' in wanted) return undefined;
  const [several, joint] = 'all' in wanted ? [wanted.all, ' AND '] : [wanted.some, ' OR '];
  const parts = several.flatMap((one) => expressionOf(one) ?? []);
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(joint);
}

const hexOf = (text: string) => Buffer.from(text).toString('hex');

function statesOf({ isLiveAt, isPast }: SearchScope, source: TextSource): readonly string[] {
  if (source === 'texts' || isLiveAt !== undefined) return ['on'];
  return isPast === true ? ['off'] : ['on', 'off'];
}

function placesOf(scope: SearchScope, source: TextSource, workspace: string): readonly string[] {
  const { projectIds } = scope;
  const states = statesOf(scope, source).map((state) => `${state}w${hexOf(workspace)}`);
  if (projectIds === undefined) return states.map(token);
  return projectIds.flatMap((id) => states.map((state) => token(`${state}p${id ?? ''}`)));
}

function exceptedOf({ exceptProjectIds = [] }: SearchScope): readonly string[] | undefined {
  const tokens = exceptProjectIds.flatMap((id) => ['on', 'off'].map((state) => token(`${state}p${id}`)));
  return tokens.length === 0 ? undefined : tokens;
}

const narrowed = (tokens: readonly string[] | undefined) =>
  tokens === undefined ? [] : [`scope : (${tokens.join(' OR ') || NOTHING})`];

/** Of the words of a text, not of the column that narrows. */
export const amongWords = (words: string): string => `- {scope} : (${words})`;

export const ofKind = (kind: TextKind): string => `scope : ${token(`kind${kind}`)}`;

/** One expression of the index: what is wanted, among what the scope lets through. */
export function matchExpression(
  wanted: Wanted,
  scope: SearchScope,
  source: TextSource,
  workspace: string,
): string {
  const words = expressionOf(wanted);
  const { since, until } = scope;
  const within = [
    ...narrowed(placesOf(scope, source, workspace)),
    ...(source === 'records' ? narrowed(scope.types?.map((type) => token(`type${type}`))) : []),
    ...(source === 'records' ? narrowed(scope.categories?.map((one) => token(`category${one}`))) : []),
    ...(since === undefined && until === undefined ? [] : narrowed(periodsWithin(since, until).map(token))),
    ...(words === undefined ? [] : [amongWords(words)]),
  ]
    .map((part) => `(${part})`)
    .join(' AND ');
  const [except] = narrowed(exceptedOf(scope));
  return except === undefined ? within : `(${within}) NOT (${except})`;
}
