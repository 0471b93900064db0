import { matchEnd, type Report, type Rule } from '../rule.ts';
import {
  classifyName,
  isCommitHash,
  NAMED_KINDS,
  type SecretName,
  startOfName,
} from '../shape/classify-name.ts';
import { isChangedBefore, isProseSecret, isStatedSecret } from '../shape/is-prose-secret.ts';
import { isMixedPassword } from '../shape/is-random.ts';
import { type ProseValue, proseValuesAfter, readValue } from './read-value.ts';

// Matches from the key word on, as in `assignments`. The look-ahead skips what is not part of a sentence or a table.
const NAME_BEFORE_VALUE =
  /(?:pass|pwd|(?<![a-z])pw(?![a-z])|secret|token|key|cred)[\w-]{0,40}(?=\\{0,4}["'`]?[*_]{0,3}(?:<\/\w{1,8}>)?(?:[,:?]?[ \t\u00a0\u202f|│]{1,4}[^\s=:;}&?+/]|<\/t|\(["'`]|[ \t]{0,4}[»はが是为為는은]))/gi;
const REPLACEMENT = /["'`*)]{0,4}[ \t]{1,4}(?:to|→|->)[ \t]{1,4}/y;
// Words are not secrets, and most of what follows a name is words.
const MAY_BE_SECRET = /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/;

const PLAIN_KEY = /(?:^|\b(?:the|a|our|my|your|this|new|old|current) )key$/i;
const SERVICE =
  /^(?:api|openai|anthropic|stripe|twilio|sendgrid|mailgun|datadog|sentry|gemini|google|aws|azure|github|gitlab|slack|discord)$/;

/** "use the API key ...", "the password was reset to ...", `| token | ... |`: a name and its secret in prose or a table. */
export const proseValues: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'pw', 'secret', 'token', 'key', 'cred'],
  find(text, report) {
    for (const match of text.matchAll(NAME_BEFORE_VALUE)) {
      const nameEnd = match.index + match[0].length;
      for (const found of proseValuesAfter(text, nameEnd))
        if (MAY_BE_SECRET.test(found.value.text) && reportProseValue(text, nameEnd, found, report)) break;
    }
  },
};

/** A plain key may be one of a map or a table, unless it belongs to a service. */
const keyOf = (words: readonly string[]): SecretName | undefined =>
  /^(?:for|of)$/.test(words[0] ?? '') && words.some((word) => SERVICE.test(word))
    ? classifyName('api key')
    : undefined;

function reportProseValue(text: string, nameEnd: number, found: ProseValue, report: Report): boolean {
  const { value, words, sign, isLabelled } = found;
  // `name: value` without words between is handled by `assignments`.
  if (words.length === 0 && /[:=：]/.test(sign)) return false;
  const nameStart = startOfName(text, nameEnd);
  const spelling = text.slice(nameStart, nameEnd);
  const name = classifyName(spelling) ?? (PLAIN_KEY.test(spelling) ? keyOf(words) : undefined);
  const isChanged = isChangedBefore(text, nameStart);
  const phrasing = { words, sign, isLabelled, isChanged, isQuoted: value.isQuoted };
  if (name === undefined || !isStatedSecret(value.text, name, phrasing)) return false;
  if (isCommitHash(text, spelling, nameStart, value.start, value.end)) return false;
  report(value.start, value.end, name.kind);
  if (words.at(-1) === 'from') reportReplacement(text, value.end, name, report);
  return true;
}

const REPLACED = { words: ['changed', 'to'], sign: '', isLabelled: false, isChanged: true };

/** "from ... to ...": the old secret and the new one. */
function reportReplacement(text: string, at: number, name: SecretName, report: Report): void {
  const start = matchEnd(REPLACEMENT, text, at);
  const value = start === undefined ? undefined : readValue(text, start);
  if (value !== undefined && isStatedSecret(value.text, name, { ...REPLACED, isQuoted: value.isQuoted }))
    report(value.start, value.end, name.kind);
}

// Matches from the key word on. The id or the hash of a secret is not a secret.
const NAME_AFTER_VALUE =
  /(?:pass|pwd|secret|token|key|cred)[\w-]{0,40}(?![ \t]{1,4}(?:ids?|names?|hash(?:es)?|digest|checksum|fingerprint|prefix|suffix|types?|kind|format|length|file|path|url|header|field|count|version)(?!\w))/gi;
const OWNERS =
  'now|the|our|my|your|his|her|their|its|an?|new|old|current|temporary|correct|actual|root|admin|prod|production|staging|database|db';
const LINK = new RegExp(
  String.raw`^ (?:(?:is|was|as|becomes) {1,4}|\()(?:(?:${OWNERS}) {1,4}){0,4}(?:[A-Za-z]{2,16}[ _-]?){0,2}$`,
  'i',
);
const LINK_STARTS = [' is ', ' was ', ' as ', ' becomes ', ' ('];
const LINK_REACH = 60;
const VALUE = /([^\s"'`<>()[\]{}|│*,]{8,256})["'`*,]{0,4}$/;
const REACH = 256;

/** "... is the API key", "use ... as the password", "... (API key)". */
export const valuesBeforeNames: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'secret', 'token', 'key', 'cred'],
  find(text, report) {
    for (const match of text.matchAll(NAME_AFTER_VALUE)) {
      const link = linkBefore(text, match.index);
      const value = link === undefined ? undefined : VALUE.exec(text.slice(Math.max(0, link - REACH), link));
      const secret = value?.[1] ?? '';
      if (link === undefined || !/\d|[a-z][A-Z]/.test(secret)) continue;
      const start = link - (value?.[0] ?? '').length;
      const nameEnd = match.index + match[0].length;
      const nameStart = startOfName(text, nameEnd);
      const spelling = text.slice(nameStart, nameEnd);
      const name = classifyName(spelling);
      if (name === undefined || isCommitHash(text, spelling, nameStart, start, start + secret.length))
        continue;
      if (isProseSecret(secret) || (name.isPassword && isMixedPassword(secret)))
        report(start, start + secret.length, name.kind);
    }
  },
};

function linkBefore(text: string, name: number): number | undefined {
  const before = text.slice(Math.max(0, name - LINK_REACH), name);
  const at = Math.max(...LINK_STARTS.map((word) => before.lastIndexOf(word)));
  return at >= 0 && LINK.test(before.slice(at)) ? name - before.length + at : undefined;
}
