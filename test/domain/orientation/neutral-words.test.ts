import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandWording } from '../../../src/cli/command-wording.ts';
import type { OrientationFacts } from '../../../src/domain/orientation/facts.ts';
import { TOOLS } from '../../../src/main/mcp-definitions.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';
import { composeReport } from './compose-report.ts';
import { busyFacts, daysAgo, emptyFacts, item, list, many, session } from './fact-fixtures.ts';

const FOLDER = join(import.meta.dirname, '../../../src/domain/orientation');
const TOOL_NAMES = TOOLS.flatMap(({ name, aliases }) => [name, ...Object.keys(aliases ?? {})]);
const TOOL = new RegExp(`\\b(?:${TOOL_NAMES.join('|')})\\b`, 'g');
const COMMAND = /\bthroughline [a-z]\w*/g;
const FOR_PERSON = /Ask the person to run throughline [\w -]+/g;

const toolsIn = (text: string) => text.match(TOOL) ?? [];
const commandsIn = (text: string) => text.match(COMMAND) ?? [];

describe('the code of the orientation', () => {
  it.each(readdirSync(FOLDER))('names no tool and no command in %s', (file) => {
    const source = readFileSync(join(FOLDER, file), 'utf8');
    expect([...toolsIn(source), ...commandsIn(source)]).toEqual([]);
  });
});

const long = (at: number) => `Text ${at} ${'of many words '.repeat(30)}`;

/** Facts whose report names as many steps as possible. */
const FULL: readonly OrientationFacts[] = [
  busyFacts({
    constraints: many('constraint', 60, long),
    awaitingSuccessor: [session({ id: 'ses_waiting' })],
  }),
  busyFacts({
    lessons: many('lesson', 60, long),
    lastSession: session({ status: 'lost', transcriptPath: `/${'deep/'.repeat(90)}` }),
    lostSessions: Array.from({ length: 40 }, (_, at) => session({ id: `ses_lost${at}`, status: 'lost' })),
    unreviewedCaptures: {
      items: [{ id: 'cap_1', sessionId: 'ses_1' }],
      total: 90,
    },
    memoryCount: 7,
    identities: [],
    delta: {
      since: daysAgo(1),
      sessionId: 'ses_own',
      own: many('lesson', 60, long),
      changed: many('decision', 60, long).items.map((one) => ({ what: 'new' as const, item: one })),
    },
  }),
  emptyFacts({
    checkpoints: list('checkpoint', ['x'], { createdAt: daysAgo(99) }),
    warnings: { items: [item('warning', 'gone', { isDamaged: true })], total: 1 },
    hooksMissingFor: 'claude-code',
    drift: { kind: 'unknown', reason: 'slow' },
  }),
];

describe.each([500, 1_600, 5_000, 8_000, 20_000])('a report of %d characters', (budget) => {
  const reportsIn = (wording: typeof toolWording) =>
    FULL.flatMap((facts) =>
      (['full', 'brief'] as const).map((format) => composeReport(facts, { budget, format }, wording).report),
    );

  it('names tools to an agent, and a command only as one that a person runs', () => {
    for (const report of reportsIn(toolWording)) {
      expect(commandsIn(report.replaceAll(FOR_PERSON, ''))).toEqual([]);
      expect(toolsIn(report)).not.toEqual([]);
    }
  });

  it('names commands to a person, and no tool', () => {
    for (const report of reportsIn(commandWording)) {
      expect(toolsIn(report)).toEqual([]);
      expect(commandsIn(report)).not.toEqual([]);
    }
  });
});
