import { classifyName, NAMED_KINDS, type SecretName } from '../name/classify-name.ts';
import { isChangedBefore } from '../name/sentence-words.ts';
import { startOfName } from '../name/start-of-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isCommitHash } from '../shape/is-commit-hash.ts';
import { isSaidSecret } from '../shape/is-spoken-secret.ts';
import { readValue } from './read-value.ts';
import { type Spoken, spokenAfter } from './words-between.ts';

// As in `assignments`: begins at the telling word. The look-ahead spares what is no word of a sentence or a table.
const NAME =
  /(?:pass|pwd|(?<![a-z])pw(?![a-z])|secret|token|key|cred)[\w-]{0,40}(?=\\{0,4}["'`]?[*_]{0,3}(?:<\/\w{1,8}>)?(?:[,:?]?[ \t\u00a0\u202f|│]{1,4}[^\s=:;}&?+/]|<\/t|\(["'`]|[ \t]{0,4}[»はが是为為는은]))/gi;
const REPLACEMENT = /["'`*)]{0,4}[ \t]{1,4}(?:to|→|->)[ \t]{1,4}/y;
// A word is no secret, and most of what stands beside a name is words.
const MAY_BE_SECRET = /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/;

const PLAIN_KEY = /(?:^|\b(?:the|a|our|my|your|this|new|old|current) )key$/i;
const SERVICE =
  /^(?:api|openai|anthropic|stripe|twilio|sendgrid|mailgun|datadog|sentry|gemini|google|aws|azure|github|gitlab|slack|discord)$/;

/** "use the API key ...", "the password was reset to ...", `| token | ... |`: a name, and what can only be its secret. */
export const spokenValues: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'pw', 'secret', 'token', 'key', 'cred'],
  find,
};

function find(text: string, report: Report): void {
  for (const match of text.matchAll(NAME)) {
    const nameEnd = match.index + match[0].length;
    for (const spoken of spokenAfter(text, nameEnd))
      if (MAY_BE_SECRET.test(spoken.value.text) && reportSpoken(text, nameEnd, spoken, report)) break;
  }
}

/** A plain key may be one of a map or a table, unless it is said to be that of a service. */
const keyOf = (words: readonly string[]): SecretName | undefined =>
  /^(?:for|of)$/.test(words[0] ?? '') && words.some((word) => SERVICE.test(word))
    ? classifyName('api key')
    : undefined;

function reportSpoken(text: string, nameEnd: number, spoken: Spoken, report: Report): boolean {
  const { value, words, sign, isLabelled } = spoken;
  // `name: value` without a word between is for `assignments`.
  if (words.length === 0 && /[:=：]/.test(sign)) return false;
  const nameStart = startOfName(text, nameEnd);
  const spelling = text.slice(nameStart, nameEnd);
  const name = classifyName(spelling) ?? (PLAIN_KEY.test(spelling) ? keyOf(words) : undefined);
  const isChanged = isChangedBefore(text, nameStart);
  const saying = { words, sign, isLabelled, isChanged, isQuoted: value.isQuoted };
  if (name === undefined || !isSaidSecret(value.text, name, saying)) return false;
  if (isCommitHash(text, spelling, nameStart, value.start, value.end)) return false;
  report(value.start, value.end, name.kind);
  if (words.at(-1) === 'from') reportReplacement(text, value.end, name, report);
  return true;
}

const REPLACED = { words: ['changed', 'to'], sign: '', isLabelled: false, isChanged: true };

/** "from ... to ...": the old secret and the new one. */
function reportReplacement(text: string, at: number, name: SecretName, report: Report): void {
  REPLACEMENT.lastIndex = at;
  const value = REPLACEMENT.test(text) ? readValue(text, REPLACEMENT.lastIndex) : undefined;
  if (value !== undefined && isSaidSecret(value.text, name, { ...REPLACED, isQuoted: value.isQuoted }))
    report(value.start, value.end, name.kind);
}
