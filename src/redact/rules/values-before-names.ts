import { classifyName, NAMED_KINDS } from '../name/classify-name.ts';
import { startOfName } from '../name/start-of-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isCommitHash } from '../shape/is-commit-hash.ts';
import { isMixedPassword } from '../shape/is-random.ts';
import { isSpokenSecret } from '../shape/is-spoken-secret.ts';

// As in `assignments`: begins at the telling word. The id or the hash of a secret is none.
const NAME =
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
  find,
};

function find(text: string, report: Report): void {
  for (const match of text.matchAll(NAME)) {
    const link = linkBefore(text, match.index);
    const value = link === undefined ? undefined : VALUE.exec(text.slice(Math.max(0, link - REACH), link));
    const secret = value?.[1] ?? '';
    if (link === undefined || !/\d|[a-z][A-Z]/.test(secret)) continue;
    const start = link - (value?.[0] ?? '').length;
    const nameEnd = match.index + match[0].length;
    const nameStart = startOfName(text, nameEnd);
    const spelling = text.slice(nameStart, nameEnd);
    const name = classifyName(spelling);
    if (name === undefined || isCommitHash(text, spelling, nameStart, start, start + secret.length)) continue;
    if (isSpokenSecret(secret) || (name.isPassword && isMixedPassword(secret)))
      report(start, start + secret.length, name.kind);
  }
}

/** Where the words begin that lead back from the name to its value. */
function linkBefore(text: string, name: number): number | undefined {
  const before = text.slice(Math.max(0, name - LINK_REACH), name);
  const at = Math.max(...LINK_STARTS.map((word) => before.lastIndexOf(word)));
  return at >= 0 && LINK.test(before.slice(at)) ? name - before.length + at : undefined;
}
