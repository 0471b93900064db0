import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refuseLine } from '../../src/mcp/malformed-lines.ts';

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
});
