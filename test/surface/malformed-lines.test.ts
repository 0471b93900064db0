import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineCheck, type Refusal, refuseLine } from '../../src/mcp/malformed-lines.ts';
import { PROGRAM } from '../support/program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const odd = fc.constantFrom<unknown>(null, true, 1.5, -1, '', 'x', [], {}, { _meta: 1 });
const often = <Value>(value: Value) => fc.oneof({ arbitrary: fc.constant(value), weight: 9 }, odd);
const message = fc.record(
  {
    jsonrpc: often('2.0'),
    id: fc.oneof(often(7), often('seven'), fc.constantFrom(1e300, 2 ** 53, -(2 ** 53))),
    method: often('tools/call'),
    params: fc.oneof(
      often({ name: 'boot_report', arguments: {} }),
      fc.record({ name: fc.string(), _meta: fc.record({ progressToken: odd }, { requiredKeys: [] }) }),
    ),
    extra: odd,
  },
  { requiredKeys: [] },
);

function isMessage(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}

describe('lines that are not messages', () => {
  it('are refused exactly if the library does not accept them as a message', () => {
    let accepted = 0;
    fc.assert(
      fc.property(message, (value) => {
        const parsed = JSON.parse(JSON.stringify(value));
        const isRefused = refuseLine(JSON.stringify(value)) !== undefined;
        if (!isRefused) accepted += 1;
        expect(isRefused).toBe(!isMessage(parsed));
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it.each([
    ['short', 10],
    ['of megabytes', 3_000_000],
  ])('are refused once each, if they are %s, wherever their input is cut', async (_, length) => {
    const refusals: Refusal[] = [];
    const check = createLineCheck((refusal) => refusals.push(refusal));
    const line = `${'x'.repeat(length)}\n`;
    for (const part of [line.slice(0, 4), line.slice(4), line, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'])
      check(Buffer.from(part));
    await new Promise((resolve) => setImmediate(resolve));
    expect(refusals.map(({ error }) => error.code)).toEqual([-32_700, -32_700]);
  });

  it('are refused if the input ends right after a line of megabytes', async () => {
    const home = tempFolder();
    const server = spawn(process.execPath, [PROGRAM, 'mcp'], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home },
    });
    server.stdin.end(`${'x'.repeat(3_000_000)}\n`);
    const answer = JSON.parse(await text(server.stdout)) as Refusal;
    expect(answer.error.code).toBe(-32_700);
  });
});
