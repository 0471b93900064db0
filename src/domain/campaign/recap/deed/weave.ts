import { type Clause, clauseOf, sentencesOf } from './clause-of.ts';

/** Words of a turn, told of who took it. */
interface Woven {
  readonly clause: Clause;
  /** What goes on after the clause and is better quoted. */
  readonly rest: string;
}

const MOST_CLAUSES = 3;

/** Short sentences become one; of others the first is told. Undefined where not even that is safe. */
export function weave(words: string): Woven | undefined {
  const sentences = sentencesOf(words);
  const clauses = sentences
    .slice(0, MOST_CLAUSES + 1)
    .map(clauseOf)
    .map(withoutThen);
  const [first] = clauses;
  if (first === undefined) return undefined;
  const isOne = clauses.length <= MOST_CLAUSES && clauses.every(canBeJoined);
  if (!isOne) return { clause: first, rest: words.slice(sentences[0]?.length).trim() };
  const told = clauses.map((clause) => clause?.words.replace(/\.$/, '') ?? '');
  return { clause: { form: 'says', words: told.join(', then ') }, rest: '' };
}

/** Who tells it says "then" where it is due. */
const withoutThen = (clause: Clause | undefined): Clause | undefined =>
  clause && { ...clause, words: clause.words.replace(/^then,?\s+/i, '') };

const canBeJoined = (clause: Clause | undefined): boolean =>
  clause?.form === 'says' && /(?:[^\p{Sentence_Terminal}…]|[^.]\.)$/u.test(clause.words);
