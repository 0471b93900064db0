import { expect } from 'vitest';
import * as z from 'zod';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { toolNames } from '../../src/mcp/tool-list.ts';

const NAMES = toolNames(TOOLS, { toolsets: TOOLS.map(({ toolset }) => toolset), isReadOnly: false });
const parsers = new Map<string, z.ZodType>();

/** The published schema is lenient; this one requires every declared field and refuses all others. */
function strictParser(name: string): z.ZodType {
  const known = parsers.get(name);
  if (known !== undefined) return known;
  const tool = NAMES.find((one) => one.name === name)?.tool;
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const output = tool.output();
  // Every call may report notices.
  const whole =
    'notices' in output.shape ? output : output.extend({ notices: z.array(z.string()).optional() });
  const parser = z.fromJSONSchema(z.toJSONSchema(whole, { io: 'output' }) as never);
  parsers.set(name, parser);
  return parser;
}

/** A result has the fields that its tool declares, and no others. */
export function checkDeclared(name: string, result: unknown): void {
  const { error } = strictParser(name).safeParse(result);
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  expect(problems, `the result of ${name} is not as declared`).toEqual([]);
}
