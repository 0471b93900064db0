import fc from 'fast-check';
import { type ParseError, parse } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { partAt } from './client-place.ts';

/** Any way in which an editor may write a file: each choice is made again at every place. */
interface Pen {
  readonly newline: string;
  readonly step: string;
  readonly isOneLine: boolean;
  readonly isTrailing: boolean;
  /** Taken from the left, again and again; 0: no comment. */
  readonly comments: readonly number[];
}

const pen = fc.record<Pen>({
  newline: fc.constantFrom('\n', '\r\n'),
  step: fc.constantFrom('', '  ', '    ', '\t', ' '),
  isOneLine: fc.boolean(),
  isTrailing: fc.boolean(),
  comments: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
});

function write(value: unknown, { newline, step, isOneLine, isTrailing, comments }: Pen): string {
  let taken = 0;
  const comment = (mayEndLine: boolean) => {
    const kind = comments[taken++ % comments.length];
    if (kind === 1) return ' /* , } ] " */';
    if (kind === 2) return '/*\n*/';
    return kind === 3 && mayEndLine ? ' // , } ] "' : '';
  };
  const print = (one: unknown, indent: string): string => {
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const [open, close] = Array.isArray(one) ? '[]' : '{}';
    const inner = indent + step;
    const items = Object.entries(one).map(([key, item]) =>
      Array.isArray(one) ? print(item, inner) : `${JSON.stringify(key)}: ${print(item, inner)}`,
    );
    if (items.length === 0) return `${open}${close}`;
    const lines = items.map((item, index) => {
      const comma = index < items.length - 1 || isTrailing ? ',' : '';
      return isOneLine
        ? `${item}${comment(false)}${comma}`
        : `${newline}${inner}${item}${comment(false)}${comma}${comment(true)}`;
    });
    return `${open}${lines.join(isOneLine ? ' ' : '')}${isOneLine ? '' : newline + indent}${close}`;
  };
  return print(value, '');
}

const handler = fc.record({ type: fc.constant('command'), command: fc.string({ unit: 'grapheme' }) });
const groups = fc.array(fc.record({ hooks: fc.array(handler, { maxLength: 2 }) }), { maxLength: 2 });
const settings = fc.record(
  {
    model: fc.jsonValue({ maxDepth: 3 }),
    hooks: fc.dictionary(fc.constantFrom('SessionStart', 'Stop', 'PreToolUse', 'toString'), groups, {
      maxKeys: 3,
    }),
    mcpServers: fc.dictionary(fc.constantFrom('github', 'x'), fc.record({ command: fc.string() })),
    env: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string()),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const contentOf = (text: string) => {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
};

it.each(['hooks', 'MCP server'] as const)(
  'however a file is written, %s go in, a second time changes nothing, and out they come to the byte',
  async (what) => {
    const part = await partAt(what);
    fc.assert(
      fc.property(settings, pen, (value, how) => {
        const text = write(value, how);
        const { text: after, made } = part.add(text);
        const { hooks, mcpServers } = contentOf(after);
        expect(
          what === 'hooks' ? hooks.Stop.at(-1).hooks[0].args.at(-1) : mcpServers.throughline.command,
        ).toBe(what === 'hooks' ? 'stop' : '/usr/bin/node');
        expect(part.add(after).text).toBe(after);
        expect(part.remove(after, made)).toBe(text);
      }),
      { numRuns: 300 },
    );
  },
);
