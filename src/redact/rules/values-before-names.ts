import { classifyName, NAMED_KINDS } from '../name/classify-name.ts';
import { startOfName } from '../name/start-of-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isCommitHash } from '../shape/is-commit-hash.ts';
import { isMixedPassword } from '../shape/is-random.ts';
import { isSpokenSecret } from '../shape/is-spoken-secret.ts';

const OWNERS =
  'now|the|our|my|your|his|her|their|its|an?|new|old|current|temporary|correct|actual|root|admin|prod|production|staging|database|db';
const LINK_AND_NAME = new RegExp(
  [
    String.raw`["'\x60*]{0,3}(?:,?[ \t]{1,4}(?:is|was|as|becomes)[ \t]{1,4}|[ \t]{1,4}\()(?:(?:${OWNERS})[ \t]{1,4}){0,4}`,
    String.raw`(?:[A-Za-z]{2,16}[ \t-]){0,2}?(?:pass|pwd|secret|token|key|cred)[\w-]{0,40}`,
    // The id or the hash of a secret is none.
    String.raw`(?![ \t]{1,4}(?:ids?|names?|hash(?:es)?|digest|checksum|fingerprint|prefix|suffix|types?|kind|format|length|file|path|url|header|field|count|version)(?!\w))`,
  ].join(''),
  'gi',
);
const VALUE = /[^\s"'`<>()[\]{}|│*]{8,256}$/;
const REACH = 256;

/** "... is the API key", "use ... as the password", "... (API key)". */
export const valuesBeforeNames: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'secret', 'token', 'key', 'cred'],
  find,
};

function find(text: string, report: Report): void {
  for (const { index, 0: whole } of text.matchAll(LINK_AND_NAME)) {
    const value = VALUE.exec(text.slice(Math.max(0, index - REACH), index))?.[0] ?? '';
    if (!/\d|[a-z][A-Z]/.test(value)) continue;
    const nameEnd = index + whole.length;
    const nameStart = startOfName(text, nameEnd);
    const spelling = text.slice(nameStart, nameEnd);
    const name = classifyName(spelling);
    if (name === undefined || isCommitHash(text, spelling, nameStart, index - value.length, index)) continue;
    if (isSpokenSecret(value) || (name.isPassword && isMixedPassword(value)))
      report(index - value.length, index, name.kind);
  }
}
