import { classifyName, NAMED_KINDS, type SecretName } from '../name/classify-name.ts';
import { FOREIGN_HINTS, FOREIGN_PASSWORD, foreignName } from '../name/foreign-password.ts';
import { startOfName } from '../name/start-of-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isCommitHash } from '../shape/is-commit-hash.ts';
import { isSpokenSecret } from '../shape/is-spoken-secret.ts';
import { readValue } from './read-value.ts';

const WORD_BETWEEN = 'is|was|will be|should be|lautet|ist|est|es|é|è|to|from|это';
// "The key for the staging API is ...", "the token of the bot is ...".
const PURPOSE = String.raw`[ \t]{1,4}(?:for|of|in|on)(?:[ \t]{1,4}[\w.'’-]{1,30}){1,6}?[ \t]{1,4}(?:is|was|to|from)[ \t]{0,4}:?[ \t]{1,4}`;
// "Incorrect API key provided: ...", "the token you sent (...)", "API key not found: ...".
const REPORTED =
  '(?:you|we|that|it|is|was|were|has|have|been|not|as|provided|supplied|given|used|sent|received|passed|specified|entered|submitted|configured|found|valid|invalid|incorrect|wrong|unknown|expired|revoked|rejected|refused|denied|disabled|leaked|exposed|detected|compromised|mismatch)';
const GAP = [
  PURPOSE,
  String.raw`(?:[ \t]{1,4}${REPORTED}\b){1,4}[ \t]{0,4}[:=]?[ \t]{1,4}\(?`,
  String.raw`[ \t]{0,40}[|│][ \t]{0,40}`,
  String.raw`<\/t[dh]>\s{0,40}<td[^<>]{0,40}>`,
  String.raw`[ \t]{1,4}(?:-|–|—|->|→)[ \t]{1,4}`,
  String.raw`[ \t]{1,4}(?:(?:${WORD_BETWEEN})[ \t]{0,4}:?[ \t]{1,4})?\(?`,
  String.raw`[ \t]{0,4}(?:は|が|是|为|為|는|은)[ \t:：]{0,4}`,
].join('|');
const after = (name: string) =>
  new RegExp(String.raw`(?:${name})(\\{0,4}["'\x60]?[*_]{0,3}(?:${GAP})\*{0,3})(?=\S{12})`, 'gi');
// As in `assignments`: begins at the telling word. The look-ahead spares the short words that mostly follow.
const NAME_AND_GAP = after(String.raw`(?:pass|pwd|secret|token|key|cred)[\w-]{0,40}`);
const FOREIGN_AND_GAP = after(FOREIGN_PASSWORD);
// "from ... to ...": the old secret and the new one.
const REPLACED = /\bfrom[ \t]{1,4}\(?["'`*]{0,3}$/i;
const REPLACEMENT = /["'`*)]{0,4}[ \t]{1,4}(?:to|→|->)[ \t]{1,4}/y;
const CELL_END = /[|│()[\]{}]/;

const PLAIN_KEY = /(?:^|\b(?:the|a|our|my|your|this|new|old|current) )key$/i;
const KEYED =
  /\b(?:for|of)\b.*\b(?:api|openai|anthropic|stripe|twilio|sendgrid|mailgun|datadog|sentry|gemini|google|aws|azure|github|gitlab|slack|discord)\b/i;

/** A plain key may be one of a map or a table, unless it is said to be that of a service. */
const keyFor = (name: string, gap: string): SecretName | undefined =>
  PLAIN_KEY.test(name) && KEYED.test(gap) ? classifyName('api key') : undefined;

/** "use the API key ...", `password ...`, `| token | ... |`: a name, and beside it what can only be a secret. */
export const spokenValues: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'secret', 'token', 'key', 'cred'],
  find: (text, report) =>
    find(text, report, NAME_AND_GAP, (name, gap) => classifyName(name) ?? keyFor(name, gap)),
};

/** The same in other languages: "das Kennwort lautet ...", "la contraseña es ...". */
export const spokenForeignValues: Rule = {
  kinds: ['password'],
  hints: FOREIGN_HINTS,
  find: (text, report) => find(text, report, FOREIGN_AND_GAP, foreignName),
};

function find(
  text: string,
  report: Report,
  pattern: RegExp,
  nameOf: (spelling: string, gap: string) => SecretName | undefined,
): void {
  for (const match of text.matchAll(pattern)) {
    const gap = match[1] ?? '';
    const at = match.index + match[0].length;
    const value = readValue(text, at);
    const secret = value?.text.split(CELL_END, 1)[0] ?? '';
    if (value === undefined || !isSpokenSecret(secret)) continue;
    const nameEnd = at - gap.length;
    const nameStart = startOfName(text, nameEnd);
    const spelling = text.slice(nameStart, nameEnd);
    const end = value.start + secret.length;
    const name = nameOf(spelling, gap);
    if (name === undefined || isCommitHash(text, spelling, nameStart, value.start, end)) continue;
    report(value.start, end, name.kind);
    if (REPLACED.test(gap)) reportReplacement(text, end, name.kind, report);
  }
}

function reportReplacement(text: string, at: number, kind: string, report: Report): void {
  REPLACEMENT.lastIndex = at;
  const value = REPLACEMENT.test(text) ? readValue(text, REPLACEMENT.lastIndex) : undefined;
  if (value !== undefined && isSpokenSecret(value.text)) report(value.start, value.end, kind);
}
