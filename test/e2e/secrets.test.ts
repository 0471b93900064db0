import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../support/find-in-home.ts';
import { ORDINARY_LINES } from '../support/ordinary-lines.ts';
import { runProgram } from '../support/run-program.ts';
import { SOME_SECRET_SAMPLES } from '../support/secrets.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import type { StdioClient } from '../support/stdio-client.ts';

const rawBytes = ({ home }: Place) =>
  Buffer.concat(filesIn(home).map((path) => readFileSync(path))).toString('utf8');

const LINES = [...new Set(ORDINARY_LINES)].filter((line) => line.trim() !== '');

/** The secret as it stands, and as it stands inside JSON. */
const spellings = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];

const expectNone = (bytes: string, where: string) => {
  const left = SOME_SECRET_SAMPLES.filter(({ secret }) =>
    spellings(secret).some((spelling) => bytes.includes(spelling)),
  );
  expect(
    left.map(({ kind }) => kind),
    where,
  ).toEqual([]);
};

/** One call of every writer with the text in every field that takes words. */
async function writeEverywhere(client: StdioClient, text: string, round: number): Promise<string> {
  const short = text.slice(0, 300);
  await client.call('start_session', {
    title: short,
    agent: short.slice(0, 200),
    project: `${round} ${short}`,
    resume: false,
  });
  await client.call('add_session_note', {
    summary: text,
    title: short,
    events: [text],
    characters_present: [text],
    npcs_encountered: [text],
    quest_updates: { [short]: text },
    combat_encounters: [text],
    treasure_found: [text],
    notes: text,
  });
  const ended = await client.call('end_session', {
    checkpoint: text,
    decisions: [text, { text: `again ${text}`, subject: short }],
    open_loops: [text],
    preferences: [text],
    constraints: [text],
    warnings: [text],
    lessons: [text],
    relational_delta: text,
    next_session_focus: text,
    summary_notes: text,
    transcript_path: `/logs/${short}`,
    idempotency_key: `${round} ${short}`,
  });
  expect(ended.isError, JSON.stringify(ended.structuredContent)).toBeFalsy();
  const { session_id } = ended.structuredContent;
  const closed = await client.call('close_session', {
    session_id,
    reason: text.slice(0, 180),
    epitaph: text.slice(0, 1_200),
  });
  expect(closed.isError, JSON.stringify(closed.structuredContent)).toBeFalsy();
  return `${JSON.stringify(ended)}${JSON.stringify(closed)}`;
}

describe('secrets', () => {
  it('in any field of any writer are in no byte of store, backup, log, or reply; the reply says what was taken out', async () => {
    const here = place();
    // The backup is made below, so that no file comes or goes while they are read.
    const client = await serverIn(here, { env: { THROUGHLINE_DAILY_BACKUP: 'false' } });
    const kinds = new Set<string>();
    for (const [round, { kind, text }] of SOME_SECRET_SAMPLES.entries()) {
      const answers = await writeEverywhere(client, text, round);
      expect(answers, kind).toContain(kind);
      kinds.add(kind);
    }
    expect(kinds.size).toBeGreaterThanOrEqual(30);
    expect((await runProgram(['backup'], here)).exitCode).toBe(0);
    expect(filesIn(here.home).filter((path) => /backups.*\.db$/.test(path))).toHaveLength(1);
    expectNone(rawBytes(here), 'store and backup');
    expectNone(client.stderr.join(''), 'log');
    await client.close();
    expectNone(rawBytes(here), 'store and backup after exit');
  });

  it('are not found where there are none: ordinary engineering text comes back byte for byte', async () => {
    const client = await serverIn(place());
    await client.facts('start_session');
    const ended = await client.facts('end_session', {
      checkpoint: 'lines',
      lessons: LINES,
      warnings: [ORDINARY_LINES.join('\n')],
    });
    expect(ended.redacted).toEqual({});
    const back: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.facts('list_memories', {
        type: 'lesson',
        limit: 200,
        ...(cursor ? { cursor } : {}),
      });
      back.push(...page.memories.map(({ content }: { content: string }) => content));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(LINES.length).toBeGreaterThanOrEqual(300);
    expect(back.sort()).toEqual(LINES.sort());
    const [{ id }] = (await client.facts('list_memories', { type: 'warning' })).memories;
    const [warning] = (await client.facts('list_memories', { ids: [id] })).memories;
    expect(warning.content).toBe(ORDINARY_LINES.join('\n'));
  });
});
