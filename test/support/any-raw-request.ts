import { nested } from './nested-json.ts';
import type { Parting } from './raw-http.ts';

type Random = () => number;

export interface AnyRawRequest {
  readonly bytes: Buffer;
  readonly parting: Parting;
}

const GOOD_TARGETS = ['/mcp', '/mcp', '/mcp', '/mcp', '/mcp', '/health', 'http://localhost/mcp'];
const BAD_TARGETS = ['//', '//x:y', '//[', '///', 'http://['];
const ODD_TARGETS = [
  '*',
  '',
  '?',
  '/mcp?%',
  '/%ff%00',
  'http://',
  'localhost:80',
  '/\u00e9',
  '/../../mcp',
  '#',
  '/mcp#',
];
const METHODS = ['GET', 'DELETE', 'OPTIONS', 'HEAD', 'PUT', 'TRACE', 'CONNECT', 'PROPFIND'];
const ODD_METHODS = ['FOO', 'get', 'P\u00f6ST', '', 'M-SEARCH', 'SOURCE', 'PRI'];
const HOSTS = [
  'localhost',
  '127.0.0.1:4747',
  '[::1]',
  'localhost:99999',
  'evil.example',
  'user@localhost',
  '',
  '[',
  'localhost/x',
  '%00',
];
const ORIGINS = [
  'http://localhost',
  'null',
  'http://',
  'evil',
  'http://[',
  'file:///',
  'http://localhost:3000/x',
  '\u00ff',
];
const HEADERS = [
  'Content-Type: application/json',
  'Content-Type: \u00ff\u00fe',
  'Accept: application/json, text/event-stream',
  'Accept: ,;q=x',
  'Expect: 100-continue',
  'Expect: tea',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
  'Content-Encoding: gzip',
  'Transfer-Encoding: gzip, chunked',
  'Mcp-Session-Id: \u0001',
  'MCP-Protocol-Version: 2026-07-28',
  'MCP-Protocol-Version: never',
  'Last-Event-ID: 1',
  'Connection: close',
  'Connection: keep-alive',
  'Cookie: __proto__=1',
];
const ODD_HEADERS = [
  '__proto__: x',
  ' folded: line',
  'no colon',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
];
const RPC = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"get_sessions","arguments":{}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
  '{"jsonrpc":"2.0","id":{},"method":"tools/call"}',
  '[]',
  '[1,{"jsonrpc":"2.0"}]',
  '{"__proto__":{"a":1}}',
  '{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}',
  'null',
  '',
];

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const chance = (random: Random, share: number): boolean => random() < share;
const randomBytes = (random: Random, max: number): Buffer =>
  Buffer.from(Array.from({ length: Math.floor(random() * max) }, () => Math.floor(random() * 256)));

const deepCall = (depth: number): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":${nested(depth)}}}}`;

function bodyOf(random: Random): Buffer {
  const kind = random();
  if (kind < 0.4) return Buffer.from(pick(random, RPC));
  if (kind < 0.45) return Buffer.from(deepCall(5_000));
  if (kind < 0.5) return Buffer.from(nested(5_000));
  if (kind < 0.7) return randomBytes(random, 200);
  const text = Buffer.from(pick(random, RPC));
  // Broken UTF-8 in the middle of JSON.
  if (text.length > 0) text[Math.floor(random() * text.length)] = pick(random, [0xff, 0xc3, 0xed, 0x00]);
  return text;
}

const chunked = (random: Random, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      pick(random, [
        `${body.length.toString(16)}\r\n`,
        'zz\r\n',
        '-1\r\n',
        'ffffffffffffffffff\r\n',
        '5;x=\u0001\r\n',
      ]),
    ),
    body,
    Buffer.from(pick(random, ['\r\n0\r\n\r\n', '\r\n', '', '\r\n0\r\nTrailer: x\r\n\r\n'])),
  ]);

interface Framed {
  /** The header that says how long the body is, right or wrong. */
  readonly header: string;
  /** The body as it is sent. */
  readonly sent: Buffer;
  readonly isWhole: boolean;
}

function framed(random: Random, body: Buffer): Framed {
  const kind = random();
  if (kind < 0.7) return { header: `Content-Length: ${body.length}`, sent: body, isWhole: true };
  const length = Math.floor(random() * 2 * (body.length + 1));
  if (kind < 0.8) return { header: `Content-Length: ${length}`, sent: body, isWhole: false };
  return { header: 'Transfer-Encoding: chunked', sent: chunked(random, body), isWhole: false };
}

function manyHeaders(random: Random): string[] {
  if (chance(random, 0.01)) return Array.from({ length: 3_000 }, (_, index) => `h${index}: ${index}`);
  if (chance(random, 0.01)) return [`x-long: ${'y'.repeat(20_000)}`];
  const known = Array.from({ length: Math.floor(random() * 2) }, () => pick(random, HEADERS));
  return chance(random, 0.1) ? [...known, pick(random, ODD_HEADERS)] : known;
}

function headersOf(random: Random, framing: string): string[] {
  return [
    ...(chance(random, 0.97) ? [`Host: ${chance(random, 0.85) ? 'localhost' : pick(random, HOSTS)}`] : []),
    ...(chance(random, 0.6)
      ? ['Content-Type: application/json', 'Accept: application/json, text/event-stream']
      : []),
    ...(chance(random, 0.15) ? [`Origin: ${pick(random, ORIGINS)}`] : []),
    ...manyHeaders(random),
    framing,
  ];
}

function anyRequest(random: Random): { readonly bytes: Buffer; readonly isWhole: boolean } {
  const way = random();
  const method = way < 0.7 ? 'POST' : pick(random, way < 0.95 ? METHODS : ODD_METHODS);
  const kind = random();
  const target = pick(random, kind < 0.7 ? GOOD_TARGETS : kind < 0.9 ? BAD_TARGETS : ODD_TARGETS);
  const version = chance(random, 0.97)
    ? 'HTTP/1.1'
    : pick(random, ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'ICE/1.0', '']);
  const { header, sent, isWhole } = framed(random, bodyOf(random));
  const head = [`${method} ${target} ${version}`, ...headersOf(random, header), '', ''].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(head, chance(random, 0.5) ? 'latin1' : 'utf8'), sent]);
  return { bytes, isWhole };
}

/** What a client could send: mostly almost a request, sometimes one, sometimes noise or only the beginning of one. */
export function anyRawRequest(random: Random): AnyRawRequest {
  const parting = chance(random, 0.05) ? 'reset' : 'end';
  const kind = random();
  if (kind < 0.08) return { bytes: randomBytes(random, 400), parting };
  const { bytes, isWhole } = anyRequest(random);
  if (kind < 0.12) return { bytes: Buffer.concat([bytes, anyRequest(random).bytes]), parting };
  if (kind < 0.2) return { bytes: bytes.subarray(0, Math.floor(random() * bytes.length)), parting };
  return { bytes, parting: isWhole && parting === 'end' ? 'answered' : parting };
}
