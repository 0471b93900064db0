import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { argumentsInvalid } from '../../src/mcp/errors.ts';
import { parserOf } from '../../src/mcp/tool-list.ts';

const WRONG: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(200_000),
  -1e12,
  1e12,
  0.5,
  true,
  [],
  [[]],
  [null],
  {},
  { a: [] },
];

/** How the library words its messages. */
const UNPOLISHED = /Invalid|Too (?:big|small)|Unrecognized|expected|received|undefined|NaN|does not fit/;
const SENTENCE = /^(?:is|has|must|cannot|begins|contains) /;

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('wrong arguments of %s', (name, tool) => {
  const parser = parserOf(tool);
  const fields = Object.keys(parser.shape);
  const refusalOf = (given: Record<string, unknown>) => {
    const { error } = parser.safeParse(given, { reportInput: true });
    return error === undefined ? undefined : argumentsInvalid(name, error.issues, fields);
  };

  it('are each described in a sentence that names the field', () => {
    for (const field of fields)
      for (const value of WRONG) {
        const refusal = refusalOf({ [field]: value });
        for (const { problem } of refusal?.fields ?? []) {
          expect(problem, field).toMatch(SENTENCE);
          expect(problem.replaceAll(/"[^"]*"/g, ''), field).not.toMatch(UNPOLISHED);
          expect(problem.length, field).toBeLessThan(400);
        }
      }
  });

  it('are reported as missing, with what is expected', () => {
    const missing = refusalOf({})?.fields ?? [];
    for (const { field, problem } of missing) {
      expect(fields).toContain(field);
      expect(problem).toMatch(/^is missing; it must be ./);
    }
  });
});
