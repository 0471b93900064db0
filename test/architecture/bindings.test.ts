import { expect, it } from 'vitest';
import { FILES, withoutComments } from './source-files.ts';

/** Layers that have a caller's connection at hand; storage has connections of its own kind. */
const LAYERS = /^(app|mcp|cli|http|main)\//;

/** An assignment to a field, and what TypeScript lets through although the fields are readonly. */
const WRITES =
  /\bconnection\??\.\w+\s*(\?\?|\|\||&&)?=(?![=>])|\bObject\.assign\(\s*(\w+\.)?connection\b|\bknownPeers\.(add|delete|clear)\(/;

it('changes what a connection remembers in app/connection-binding.ts only', () => {
  const writers = FILES.filter(({ path, text }) => LAYERS.test(path) && WRITES.test(withoutComments(text)));
  expect(
    writers.map(({ path }) => path),
    'return a Bound result instead',
  ).toEqual(['app/connection-binding.ts']);
});

it.each([
  'caller.connection.sessionId = id;',
  'caller.connection.sessionId ??= id;',
  'Object.assign(caller.connection, { sessionId });',
  'connection.knownPeers.add(id);',
])('knows %s as a write', (code) => expect(code).toMatch(WRITES));

it.each(['caller.connection?.sessionId === id', 'const own = { ...connection };'])(
  'knows %s as a read',
  (code) => expect(code).not.toMatch(WRITES),
);
