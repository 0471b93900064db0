import type { Report, Rule } from '../rule.ts';
import { isPlaceholder } from '../shape/is-placeholder.ts';

const KIND = 'secret';
const SECRET = /^[ \t>+-]{0,20}kind:[ \t]{1,4}["']?Secret["']?[ \t]{0,20}\r?$/m;
// `data` comes before or after `kind`; its entries are indented further.
const BLOCK = /^([ \t]{0,40})(?:data|stringData):[ \t]{0,20}(?=\r?\n)/gm;
const ENTRY =
  /\r?\n([ \t]{1,60})([\w.-]{1,253}):[ \t]{1,8}["']?([^\s"'|>][^\s"']{0,200000})["']?[ \t]{0,8}(?=\r?\n|$)/y;
// What a Secret may hold that is none.
const PUBLIC_ENTRY =
  /^(?:user(?:-?name)?|login|host(?:name)?|server|port|db(?:-?name)?|database|region|namespace|name|type|email|provider|engine|(?:ca|tls)\.crt|.*\.pub)$/i;
const SHORTEST = 4;

/** The values of a Kubernetes Secret, encoded or not. */
export const kubernetesSecrets: Rule = { kinds: [KIND], hints: ['kind:'], find };

function find(text: string, report: Report): void {
  if (!SECRET.test(text)) return;
  let offset = 0;
  for (const document of text.split(/^(?=---)/m)) {
    if (SECRET.test(document)) findEntries(document, offset, report);
    offset += document.length;
  }
}

function findEntries(document: string, offset: number, report: Report): void {
  for (const block of document.matchAll(BLOCK)) {
    ENTRY.lastIndex = block.index + block[0].length;
    for (let entry = ENTRY.exec(document); entry !== null; entry = ENTRY.exec(document)) {
      const [whole, indent = '', name = '', value = ''] = entry;
      if (indent.length <= (block[1] ?? '').length) break;
      if (PUBLIC_ENTRY.test(name) || value.length < SHORTEST || isPlaceholder(value)) continue;
      const start = offset + entry.index + whole.lastIndexOf(value);
      report(start, start + value.length, KIND);
    }
  }
}
