import { classifyName, NAMED_KINDS, type SecretName } from '../name/classify-name.ts';
import { FOREIGN_HINTS, FOREIGN_PASSWORD, foreignName } from '../name/foreign-password.ts';
import { startOfName } from '../name/start-of-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isCommitHash } from '../shape/is-commit-hash.ts';
import { isSpokenSecret } from '../shape/is-spoken-secret.ts';
import { readValue } from './read-value.ts';

const WORD_BETWEEN = 'is|was|will be|should be|lautet|ist|est|es|é|è|to|это';
// "Incorrect API key provided: ...", "the token you sent (...)", "API key not found: ...".
const REPORTED =
  '(?:you|we|that|it|is|was|were|has|have|been|not|as|provided|supplied|given|used|sent|received|passed|specified|entered|submitted|configured|found|valid|invalid|incorrect|wrong|unknown|expired|revoked|rejected|refused|denied|disabled|leaked|exposed|detected|compromised|mismatch)';
const GAP = [
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
const CELL_END = /[|│()[\]{}]/;

/** "use the API key ...", `password ...`, `| token | ... |`: a name, and beside it what can only be a secret. */
export const spokenValues: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'secret', 'token', 'key', 'cred'],
  find: (text, report) => find(text, report, NAME_AND_GAP, classifyName),
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
  nameOf: (spelling: string) => SecretName | undefined,
): void {
  for (const match of text.matchAll(pattern)) {
    const at = match.index + match[0].length;
    const value = readValue(text, at);
    const secret = value?.text.split(CELL_END, 1)[0] ?? '';
    if (value === undefined || !isSpokenSecret(secret)) continue;
    const nameEnd = at - (match[1] ?? '').length;
    const nameStart = startOfName(text, nameEnd);
    const spelling = text.slice(nameStart, nameEnd);
    const end = value.start + secret.length;
    const name = nameOf(spelling);
    if (name === undefined || isCommitHash(text, spelling, nameStart, value.start, end)) continue;
    report(value.start, end, name.kind);
  }
}
