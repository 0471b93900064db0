import type { SearchScope, TextSource, Wanted } from '../../app/ports/search-index.ts';

/** A double quote is the only letter that would end a quoted word. */
const quoted = (word: string) => `"${word.replaceAll('"', '')}"`;

/** As the column that narrows writes it: see the migration that makes it. */
const token = (text: string) => quoted(text.replaceAll('_', ''));

function expressionOf(wanted: Wanted): string | undefined {
  if ('any' in wanted) return wanted.any.map(quoted).join(' OR ');
  if ('begins' in wanted) return `${quoted(wanted.begins)} *`;
  if ('phrase' in wanted) return quoted(wanted.phrase.join(' '));
  if ('all' in wanted)
    return wanted.all
      .flatMap((one) => expressionOf(one) ?? [])
      .map((one) => `(${one})`)
      .join(' AND ');
  return undefined;
}

function placesOf({ projectIds, isLiveAt }: SearchScope, source: TextSource): readonly string[] {
  const states = source === 'records' && isLiveAt === undefined ? ['on', 'off'] : ['on'];
  if (projectIds === undefined) return states.length === 2 ? [] : states.map(token);
  return projectIds.flatMap((id) => states.map((state) => token(`${state}p${id ?? ''}`)));
}

const narrowed = (tokens: readonly string[] | undefined) =>
  tokens === undefined || tokens.length === 0 ? [] : [`scope : (${tokens.join(' OR ')})`];

/** One expression of the index: what is wanted, among what the scope lets through. */
export function matchExpression(wanted: Wanted, scope: SearchScope, source: TextSource): string {
  const words = expressionOf(wanted);
  const parts = [
    ...narrowed(placesOf(scope, source)),
    ...(source === 'records' ? narrowed(scope.types?.map((type) => token(`type${type}`))) : []),
    ...(source === 'records' ? narrowed(scope.categories?.map((one) => token(`category${one}`))) : []),
    ...(words === undefined ? [] : [`- {scope} : (${words})`]),
  ];
  return parts.length === 0 ? 'scope : ("on" OR "off")' : parts.map((part) => `(${part})`).join(' AND ');
}
