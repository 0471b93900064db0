import fc from 'fast-check';
import { expect, it } from 'vitest';
import { derivedId } from '../../src/domain/id.ts';
import { allServices } from '../../src/main/compose.ts';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { toolNames } from '../../src/mcp/tool-list.ts';
import { SAMPLES } from '../support/faults-texts.ts';
import { client, openTestApp } from './test-app.ts';

/** Each slip occurs in about half of the calls to its tool, so that this many have every pair of slips together. */
const CALLS = 120;
const SEED = 20_261_117;
const NAMES = toolNames(TOOLS, { toolsets: ['session', 'memory', 'capture'], isReadOnly: false });

type Arguments = Record<string, unknown>;

/** A trivial slip: the arguments with it, and how the answer must report it. */
interface Slip {
  readonly args: Arguments;
  readonly notice: RegExp;
}
type MakeSlip = (args: Arguments, own: { readonly sessionId: string; readonly uuid: string }) => Slip;

const listOf = (args: Arguments, name: string) => args[name] as readonly string[];

const HANDOFF_SLIPS: Readonly<Record<string, MakeSlip>> = {
  null: (args) => ({ args: { ...args, relational_delta: null }, notice: /relational_delta was null/ }),
  empty: (args) => ({ args: { ...args, next_session_focus: ' \n' }, notice: /next_session_focus was empty/ }),
  'null for a list': (args) => ({ args: { ...args, preferences: null }, notice: /preferences was null/ }),
  'empty path': (args) => ({ args: { ...args, transcript_path: '' }, notice: /transcript_path was empty/ }),
  'one text': (args) => ({
    args: { ...args, lessons: listOf(args, 'lessons')[0] },
    notice: /lessons was one text/,
  }),
  'JSON list': (args) => ({
    args: { ...args, warnings: JSON.stringify(args.warnings) },
    notice: /warnings was a text that contains a JSON list/,
  }),
  'empty items': (args) => ({
    args: { ...args, open_loops: ['', ...listOf(args, 'open_loops'), null, ' '] },
    notice: /open_loops had 3 empty items/,
  }),
  'subject null': (args) => ({
    args: { ...args, decisions: [{ text: listOf(args, 'decisions')[0], subject: null, supersedes: [] }] },
    notice: /decisions\[0\]\.subject was null/,
  }),
  'spaces around the mode': (args) => ({ args: { ...args, mode: ' end\n' }, notice: /mode had spaces/ }),
  'unknown loop': (args) => ({
    args: { ...args, resolved_loops: ['Nobody ever asked this.'] },
    notice: /resolved_loops\[0\] resolved nothing/,
  }),
  'spaces around the session': (args, { sessionId }) => ({
    args: { ...args, session_id: ` ${sessionId} ` },
    notice: /session_id had spaces/,
  }),
  'conversation of the client': (args, { uuid }) => ({
    args: { ...args, session_id: uuid },
    notice: /No session had the id "[0-9a-f-]{36}", so ses_/,
  }),
};

const MEMORY_SLIPS: Readonly<Record<string, MakeSlip>> = {
  'number as text': (args) => ({ args: { ...args, importance: ' 7 ' }, notice: /importance was text.* 7/ }),
  'fraction as text': (args) => ({ args: { ...args, ttl_hours: '900.5' }, notice: /ttl_hours was text/ }),
  'one tag': (args) => ({ args: { ...args, tags: 'kept' }, notice: /tags was one text/ }),
  'spaces around the type': (args) => ({ args: { ...args, type: 'lesson ' }, notice: /type had spaces/ }),
  'spaces around a date': (args) => ({
    args: { ...args, occurred_at: ' 2026-01-02 ' },
    notice: /occurred_at had spaces/,
  }),
  null: (args) => ({ args: { ...args, subject: null }, notice: /subject was null/ }),
  'empty list in a text': (args) => ({
    args: { ...args, supersedes: '[]' },
    notice: /supersedes was a text/,
  }),
};

interface Given {
  readonly tool: 'end_session' | 'store_memory';
  readonly slips: readonly MakeSlip[];
  readonly kinds: readonly number[];
}

const anyGiven: fc.Arbitrary<Given> = fc
  .constantFrom('end_session' as const, 'end_session' as const, 'store_memory' as const)
  .chain((tool) =>
    fc.record({
      tool: fc.constant(tool),
      slips: fc.subarray(Object.values(tool === 'end_session' ? HANDOFF_SLIPS : MEMORY_SLIPS), {
        minLength: 1,
      }),
      kinds: fc.array(fc.nat(SAMPLES.length - 1), { minLength: 8, maxLength: 8 }),
    }),
  );

/** Spaces at both ends, and all that programs get wrong; no two are alike. */
const textOf = (index: number, part: number, kind: number) =>
  `  ${index}.${part} ${SAMPLES[kind]?.ofBytes(180 + 40 * part)} \t`;

function argumentsOf({ tool, kinds }: Given, index: number): { args: Arguments; texts: readonly string[] } {
  const texts = kinds.map((kind, part) => textOf(index, part, kind));
  const [checkpoint, decision, loop, other, warning, second, lesson, constraint] = texts;
  if (tool === 'store_memory')
    return { args: { content: checkpoint, type: 'lesson' }, texts: texts.slice(0, 1) };
  return {
    args: {
      checkpoint,
      decisions: [decision],
      open_loops: [loop, other],
      warnings: [warning, second],
      lessons: [lesson],
      constraints: [constraint],
    },
    texts,
  };
}

/** Those that name a session exclude each other; the last one counts. */
const withSlips = (slips: readonly MakeSlip[], args: Arguments, own: { sessionId: string; uuid: string }) => {
  const naming = slips.filter((slip) => slip({ ...args }, own).args.session_id !== args.session_id);
  return slips
    .filter((slip) => !naming.includes(slip) || slip === naming.at(-1))
    .reduce<{ args: Arguments; notices: readonly RegExp[] }>(
      (made, slip) => {
        const { args: next, notice } = slip(made.args, own);
        return { args: next, notices: [...made.notices, notice] };
      },
      { args, notices: [] },
    );
};

it(`stores each of ${CALLS} handoffs and memories with trivial slips once, byte for byte, and reports every slip`, async () => {
  const app = openTestApp();
  let ids = 0;
  const newSessionId = () => {
    ids += 1;
    return derivedId('ses', String(ids));
  };
  const services = allServices(() => ({ ...app.deps, ids: { ...app.deps.ids, newSessionId } }));
  const newSession = async () =>
    (await services.startSession(client(), { resume: false })).session.session_id;
  const expected: string[] = [];
  let slipCount = 0;
  for (const [index, given] of fc.sample(anyGiven, { numRuns: CALLS, seed: SEED }).entries()) {
    const { args, texts } = argumentsOf(given, index);
    const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const isNamed = withSlips(given.slips, args, { sessionId: '', uuid }).args.session_id !== undefined;
    const sessionId = isNamed ? await newSession() : '';
    const own = { sessionId, uuid };
    const made = withSlips(given.slips, args, own);
    const call = () =>
      callTool({ tools: TOOLS, names: NAMES }, given.tool, made.args, { services, caller: client() });
    const { isError, structuredContent, content } = await call();
    expect(isError, JSON.stringify(content)).toBeUndefined();
    const { notices } = structuredContent as { notices: readonly string[] };
    for (const notice of made.notices) {
      expect(
        notices.some((one) => notice.test(one)),
        `${notice} of ${JSON.stringify(notices)}`,
      ).toBe(true);
      slipCount += 1;
    }
    // Where an answer is lost, the agent sends the call again.
    expect((await call()).isError).toBeUndefined();
    expected.push(...texts);
    app.pass(1_000);
  }
  const stored: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await services.listMemories(client(), { status: 'all', limit: 200, cursor });
    stored.push(...page.memories.map(({ content }) => content));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(slipCount).toBeGreaterThan(CALLS);
  expect(stored.toSorted()).toEqual(expected.toSorted());
}, 600_000);
