import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookLine, shellLine, wordsOfLine } from '../../src/clients/shared/own-entries.ts';
import { PLACE } from './client-place.ts';

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => !text.includes('\0'));

describe('a line for a shell', () => {
  it('is taken apart into the same words by a shell', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const print = [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--'];
        const { stdout } = spawnSync('sh', ['-c', shellLine('linux', [...print, ...words])], {
          encoding: 'utf8',
        });
        expect(JSON.parse(stdout)).toEqual(words);
      }),
      { numRuns: 15 },
    );
  });

  it('is taken apart by us into the same words, if we wrote it', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        expect(wordsOfLine(shellLine('linux', words))).toEqual(words);
      }),
    );
    expect(wordsOfLine(shellLine('windows', ['C:\\Program Files\\node.exe', 'C:\\x\\bin.js']))).toEqual([
      'C:\\Program Files\\node.exe',
      'C:\\x\\bin.js',
    ]);
    for (const line of ['a && b', 'a $(b)', 'a "b', 'a;b', "a 'b"]) expect(wordsOfLine(line)).toBeUndefined();
  });

  it('makes the hook a child of the client, where the shell is one of Unix', () => {
    const place = { ...PLACE, program: { ...PLACE.program, args: ["/opt/ada's tools/dist/bin.js"] } };
    const line = hookLine(place, 'user', 'codex', 'stop');
    expect(line).toBe(
      String.raw`exec /usr/bin/env NODE_EXTRA_CA_CERTS= /usr/bin/node '/opt/ada'\''s tools/dist/bin.js' hook codex stop`,
    );
    expect(wordsOfLine(line)).toEqual([
      '/usr/bin/env',
      'NODE_EXTRA_CA_CERTS=',
      '/usr/bin/node',
      "/opt/ada's tools/dist/bin.js",
      'hook',
      'codex',
      'stop',
    ]);
    expect(hookLine(place, 'project', 'codex', 'stop')).toBe('throughline hook codex stop');
    expect(hookLine({ ...place, platform: 'windows' }, 'user', 'codex', 'stop')).not.toMatch(/exec|env/);
    const odd = { ...place, program: { ...place.program, command: '/opt/a=b/node' } };
    expect(hookLine(odd, 'user', 'codex', 'stop')).toMatch(/^exec \/opt\/a=b\/node /);
  });
});
