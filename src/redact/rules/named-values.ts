import { classifyName, NAMED_KINDS } from '../name/classify-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';
import { readValue } from './read-value.ts';

const NAME_THEN_VALUE =
  /\b(?:name|key|Name|Key)\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?([\w.-]{3,80})\\?["']?[,;]?(?:\s|\\{1,4}[nrt]){1,40}\\?["']?[Vv]alue\\?["']?[ \t]{0,4}[:=][ \t]{0,4}/g;

const NAMED_BLOCK = /"([\w.-]{3,80})\\?"[ \t]{0,4}:?\s{0,8}\{/g;
const VALUE_IN_BLOCK = /[^{}]{0,600}?\b(?:default|value)\\?"?[ \t]{0,40}[:=][ \t]{0,40}(?=\\{0,4}")/y;

/** Name and value apart: `- name: DB_PASSWORD` and `value: ...` (Kubernetes), `<add key="..." value="..."/>`, `variable "password" { default = "..." }`. */
export const namedValues: Rule = { kinds: NAMED_KINDS, hints: ['value', 'default'], find };

function find(text: string, report: Report): void {
  for (const match of text.matchAll(NAME_THEN_VALUE)) {
    const name = classifyName(match[1] ?? '');
    if (name === undefined) continue;
    const value = readValue(text, match.index + match[0].length);
    if (value === undefined) continue;
    if (isSecretShape(value.text, name, value.isQuoted ? 'quoted' : 'line'))
      report(value.start, value.end, name.kind);
  }
  for (const match of text.matchAll(NAMED_BLOCK)) {
    const name = classifyName(match[1] ?? '');
    if (name === undefined) continue;
    VALUE_IN_BLOCK.lastIndex = match.index + match[0].length;
    if (!VALUE_IN_BLOCK.test(text)) continue;
    const value = readValue(text, VALUE_IN_BLOCK.lastIndex);
    if (value !== undefined && isSecretShape(value.text, name, 'line'))
      report(value.start, value.end, name.kind);
  }
}
