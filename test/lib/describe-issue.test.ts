import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeIssue, listProblems, MAX_PROBLEMS } from '../../src/lib/describe-issue.ts';

const WORDS = { unknown: 'is not known', root: 'the value' };

const problemsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { reportInput: true });
  return error?.issues.flatMap((issue) => describeIssue(issue, WORDS)) ?? [];
};

const long = 'x'.repeat(60);

describe('an issue of a schema', () => {
  it.each<[string, z.ZodType, unknown, string, number?]>([
    ['a missing text', z.string(), undefined, 'is missing; it must be text'],
    ['a number for a text', z.string(), 3, 'must be text, not 3'],
    ['a list for an object', z.strictObject({}), [], 'must be an object, not a list'],
    ['an object for a list', z.array(z.string()), {}, 'must be a list, not an object'],
    ['null for a choice', z.boolean(), null, 'must be true or false, not null'],
    ['text for a number', z.number(), 'many', 'must be a number, not text'],
    ['a fraction', z.int(), 1.5, 'must be a whole number, not 1.5'],
    ['too large a number', z.int().max(5), 9, 'is 9; it must be at most 5', 5],
    ['too small a number', z.number().min(1), 0, 'is 0; it must be at least 1', 1],
    ['an empty text', z.string().min(1), '', 'is empty', 1],
    ['a short text', z.string().min(3), 'ab', 'is 2 characters long; the minimum is 3', 3],
    ['a long text', z.string().max(50), long, 'is 60 characters long; the limit is 50', 50],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'has 2 items; the limit is 1', 1],
    ['another value', z.enum(['a', 'b']), long, `must be one of a, b, not "${'x'.repeat(40)}…"`],
    ['a missing value', z.enum(['a', 'b']), undefined, 'is missing; it must be one of a, b'],
    ['another constant', z.literal(2), 3, 'must be 2, not 3'],
    ['no type of a union', z.union([z.string(), z.int()]), [], 'must be text or a number, not a list'],
    ['a sentence of ours', z.string().refine(() => false, { error: 'is no name' }), 'x', 'is no name'],
  ])('is described: %s', (_, schema, value, problem, limit) => {
    const field = 'the value';
    expect(problemsOf(schema, value)).toEqual([
      limit === undefined ? { field, problem } : { field, problem, limit },
    ]);
  });

  it('is named by the path of its field', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ 'a key': z.string() })) });
    expect(problemsOf(schema, { list: [{ 'a key': 1, more: 2 }] })).toEqual([
      { field: 'list[0]."a key"', problem: 'must be text, not 1' },
      { field: 'list[0].more', problem: 'is not known' },
    ]);
  });

  it('of a key names the object that has it', () => {
    const schema = z.strictObject({ flags: z.record(z.string().max(2), z.int()) });
    expect(problemsOf(schema, { flags: { abc: 1 } })).toEqual([
      { field: 'a name in flags', problem: 'is 3 characters long; the limit is 2', limit: 2 },
    ]);
  });

  it('of a union is that of the member whose type fits', () => {
    const schema = z.strictObject({ what: z.union([z.string(), z.strictObject({ text: z.string() })]) });
    expect(problemsOf(schema, { what: { text: 1 } })).toEqual([
      { field: 'what.text', problem: 'must be text, not 1' },
    ]);
  });

  it('of a discriminated union names the discriminators', () => {
    const forms = ['a', 'b'].map((kind) => z.strictObject({ kind: z.literal(kind) }));
    const [first, ...others] = forms;
    const schema = z.discriminatedUnion('kind', [first as (typeof forms)[number], ...others]);
    expect(problemsOf(schema, { kind: 'c' })).toEqual([
      { field: 'kind', problem: 'must be one of a, b, not "c"' },
    ]);
    expect(problemsOf(schema, {})).toEqual([
      { field: 'kind', problem: 'is missing; it must be one of a, b' },
    ]);
  });

  it('among very many is counted, not listed', () => {
    const problems = problemsOf(
      z.array(z.string()),
      Array.from({ length: MAX_PROBLEMS + 3 }, () => 1),
    );
    expect(listProblems(problems)).toMatch(/\[19\] must be text, not 1; and 3 more$/);
    expect(listProblems(problems.slice(0, 2))).toBe('[0] must be text, not 1; [1] must be text, not 1');
  });
});
