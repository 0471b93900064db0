import { stem } from './tokens.ts';

/**
 * What a query looks like. A question asks for one fact, so the words for that fact have to be met. A task names a subject among words
 * that describe the work. Keywords name a subject and guesses.
 */
export type QueryForm = 'keywords' | 'question' | 'task';

const TASK_VERBS = new Set(
  'add adjust apply automate build bump change check clean configure convert create debug deploy design develop document draft enable extend fix format generate give go implement improve install integrate investigate let look make migrate move optimize organize plan prepare publish push put refactor release remove rename replace reset restructure review rewrite roll rotate run schedule send set setup ship show simplify slim speed split start store structure switch test try tune update upgrade use walk wire work write'
    .split(' ')
    .map(stem),
);

/** Words that describe work and not its subject. */
export const isTaskVerb = (word: string): boolean => TASK_VERBS.has(stem(word));

/** Requests, and questions for advice. */
const ASKS_FOR_HELP =
  /\b(?:should|(?:how|where) (?:do|can|could|would|must|may) (?:i|we)|(?:can|could|may|must|shall) (?:i|we)|(?:can|could|would|will) you|let['’]?s|please|help me|i(?:['’]m| am) (?:trying|going|planning|working|about|picking|looking)|i (?:need|want|would like|have) to|i['’]d like|what(?:['’]s| is| are) (?:my|our)|why not)\b|^(?:will|may|can|could|would|shall|must)\b/i;
const QUESTION_WORDS = new Set('who whom whose what which when where why how'.split(' '));
const ASKING_VERBS = new Set('is are was were am do does did has have had'.split(' '));
const LONG_WORDS = 30;

export function queryForm(text: string, words: readonly string[]): QueryForm {
  const [first = ''] = words;
  const isImperative = words.length > 1 && isTaskVerb(first);
  if (isImperative || words.length >= LONG_WORDS || ASKS_FOR_HELP.test(text)) return 'task';
  if (ASKING_VERBS.has(first) || words.some((word) => QUESTION_WORDS.has(word))) return 'question';
  return text.includes('?') ? 'task' : 'keywords';
}

export const isLongPrompt = (words: readonly string[]): boolean => words.length >= LONG_WORDS;
