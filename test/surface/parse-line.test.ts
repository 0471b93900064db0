import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine, type Refusal } from '../../src/mcp/parse-line.ts';
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

function messageOf(value: unknown): unknown {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

const isResponse = (value: object) => !('method' in value) && ('result' in value || 'error' in value);

describe('a line', () => {
  it('is a message exactly if the library accepts it as one, and the same message', () => {
    let accepted = 0;
    fc.assert(
      fc.property(message, (value) => {
        const given = JSON.parse(JSON.stringify(value));
        const parsed = parseLine(JSON.stringify(value));
        if (parsed !== undefined && 'message' in parsed) accepted += 1;
        const expected = messageOf(given);
        if (expected !== undefined) expect(parsed).toEqual({ message: expected });
        else if (isResponse(given)) expect(parsed).toBeUndefined();
        else expect(parsed).toHaveProperty('refusal');
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it.each(['', '  ', '\r'])('is ignored if it is blank: %j', (line) => {
    expect(parseLine(line)).toBeUndefined();
  });

  it('is refused if it is not JSON, also if the input ends right after megabytes of it', async () => {
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
