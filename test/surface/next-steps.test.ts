import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { localPrincipal } from '../../src/app/caller.ts';
import { type Action, type Actions, nextStep } from '../../src/domain/next-step.ts';
import { allServices } from '../../src/main/compose.ts';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { type ToolCall, toolCall, toolWording } from '../../src/mcp/tool-wording.ts';
import { readGit } from '../../src/system/git/read-git.ts';
import { createFolders } from '../../src/system/identify-folder.ts';
import { openWorkspace } from '../support/open-workspace.ts';
import { ROOT } from '../support/program.ts';
import { connectInProcess, runInProcess } from '../support/run-in-process.ts';
import type { Place } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createTestDeps } from '../support/test-deps.ts';

const PAGE = join(ROOT, 'docs', 'examples', 'next-steps.md');

// biome-ignore lint/suspicious/noExplicitAny: each reader takes from the facts what its situation has.
type Facts = any;

interface CommandStep {
  readonly action: Action;
  readonly args: Actions[Action];
  readonly command: string | null;
}

/** What a surface reports of a situation. */
interface Shown<Step> {
  readonly code: string;
  readonly words: string;
  /** undefined where the surface has the steps in its words only. */
  readonly next: readonly Step[] | undefined;
}

type Reader = (facts: Facts) => Shown<Facts>;

interface Situation {
  readonly title: string;
  readonly code: string;
  readonly tool: readonly [name: string, args: Record<string, unknown>];
  readonly command: readonly string[];
  readonly read: Reader;
}

const refusal: Reader = ({ code, message, hint, next }) => ({ code, words: `${message} ${hint}`, next });
const notices: Reader = (facts) => ({ code: 'notice', words: facts.notices.join(' '), next: undefined });
const message: Reader = (facts) => ({ code: facts.status, words: facts.message, next: undefined });
const gap =
  (code: string): Reader =>
  ({ gaps }) => {
    const found = gaps.find((one: Facts) => one.code === code);
    return { code: found?.code, words: `${found?.message} ${found?.next_step}`, next: found?.next };
  };

const TOOL_NAMES = new RegExp(`\\b(?:${TOOLS.map(({ name }) => name).join('|')})\\b`);
const TOOL_ARGUMENTS = /\b(?:session_id|predecessor_id|resolved_loops|succession_policy|note_id)\b/;

/** Ids and times differ from run to run. */
const plain = (text: string): string =>
  text
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{20,}/g, '$1_…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-03-01T12:00:00.000Z');

async function callTool(client: Client, { tool, read }: Situation): Promise<Shown<ToolCall>> {
  const [name, args] = tool;
  return read((await client.callTool({ name, arguments: args })).structuredContent);
}

async function runCommand(here: Place, { command, read }: Situation): Promise<Shown<CommandStep>> {
  return read(JSON.parse((await runInProcess(here, [...command, '--json'])).text));
}

/** A session of long ago that nobody ended. */
async function writeLostSession({ home, project }: Place): Promise<void> {
  const id = `ses_${'lost'.repeat(6)}`;
  const now = '2026-01-05T09:00:00.000Z';
  mkdirSync(home, { recursive: true });
  const store = openWorkspace({
    path: join(home, 'store.db'),
    workspace: 'local',
    busyTimeoutMs: 20_000,
    now,
  });
  const ids = {
    newSessionId: () => id,
    newReceiptId: () => `rcp_${id}`,
  };
  const deps = createTestDeps(
    { store, clock: { now: () => now }, ids, folders: createFolders(readGit) },
    home,
  );
  const services = allServices(() => deps);
  const caller = {
    principal: localPrincipal({ workspace: 'local', readOnly: false }),
    surface: 'http',
    wording: toolWording,
    folder: project,
    client: 'codex',
    clientSessionId: null,
    connection: null,
  };
  await services.startSession(caller, {});
  await services.addSessionNote(caller, { session_id: id, note: { summary: 'The lamp is lit.' } });
  await store.close();
}

/** Sessions in every state, as `start_session` and the like leave them. */
async function makeSessions(client: Client) {
  const call = async (name: string, args: Record<string, unknown>): Promise<Facts> =>
    (await client.callTool({ name, arguments: args })).structuredContent;
  const start = async (): Promise<string> =>
    (await call('start_session', { resume: false })).session.session_id;
  const ended = await start();
  await call('end_session', { session_id: ended, checkpoint: 'The parser works.' });
  const closed = await start();
  await call('close_session', { session_id: closed });
  const barred = await start();
  await call('close_session', { session_id: barred, succession_policy: 'closed_without_successor' });
  return { ended, closed, barred, active: await start() };
}

const situations = ({
  ended,
  closed,
  barred,
  active,
}: Awaited<ReturnType<typeof makeSessions>>): Situation[] => [
  {
    title: 'the id of a session does not exist',
    code: 'session_not_found',
    tool: ['get_session_state', { session_id: 'ses_nobody' }],
    command: ['session', 'show', 'ses_nobody'],
    read: refusal,
  },
  {
    title: 'an ended session is paused',
    code: 'session_ended',
    tool: ['end_session', { session_id: ended, mode: 'pause' }],
    command: ['session', 'pause', ended],
    read: refusal,
  },
  {
    title: 'a note is added to a closed session',
    code: 'session_closed',
    tool: ['add_session_note', { session_id: closed, summary: 'late' }],
    command: ['note', '--session', closed, 'late'],
    read: refusal,
  },
  {
    title: 'a session that was closed without successor is resumed',
    code: 'session_closed_without_successor',
    tool: ['start_session', { session_id: barred }],
    command: ['session', 'resume', barred],
    read: refusal,
  },
  {
    title: 'a session that has a successor is closed without one',
    code: 'session_has_successor',
    tool: ['close_session', { session_id: ended, succession_policy: 'closed_without_successor' }],
    command: ['session', 'close', ended, '--policy', 'closed_without_successor'],
    read: refusal,
  },
  {
    title: 'a work session is ended without a checkpoint',
    code: 'checkpoint_required',
    tool: ['end_session', { session_id: active }],
    command: ['session', 'end', active],
    read: refusal,
  },
  {
    title: 'the id of a record does not exist',
    code: 'record_not_found',
    tool: ['list_memories', { ids: ['rec_nobody'] }],
    command: ['recall', 'rec_nobody'],
    read: refusal,
  },
  {
    title: 'a project does not exist',
    code: 'project_not_found',
    tool: ['boot_report', { project: 'nowhere' }],
    command: ['boot', '--project', 'nowhere'],
    read: refusal,
  },
  {
    title: 'a campaign does not exist',
    code: 'campaign_not_found',
    tool: ['get_campaign', { name: 'The Salt Roads' }],
    command: ['campaign', 'show', 'The Salt Roads'],
    read: refusal,
  },
  {
    title: 'a capture does not exist',
    code: 'capture_not_found',
    tool: ['read_capture', { id: 'cap_nobody' }],
    command: ['capture', 'show', 'cap_nobody'],
    read: refusal,
  },
];

const LAST_LOST: Situation = {
  title: 'the last session was lost',
  code: 'last_session_lost',
  tool: ['boot_report', {}],
  command: ['boot'],
  read: gap('last_session_lost'),
};

/** What each surface does in a folder of its own: the second of two would find what the first one did. */
const OWN_FOLDER: readonly Situation[] = [
  {
    title: 'a note is added and no session is open',
    code: 'notice',
    tool: ['add_session_note', { summary: 'The clock is wrong.' }],
    command: ['note', 'The clock is wrong.'],
    read: notices,
  },
  {
    title: 'a decision is stored (nothing to report)',
    code: 'notice',
    tool: ['store_memory', { content: 'Port 80', type: 'decision', subject: 'port' }],
    command: ['remember', 'Port 80', '--type', 'decision', '--subject', 'port'],
    read: notices,
  },
  {
    title: 'a decision supersedes an earlier one on the same subject',
    code: 'notice',
    tool: ['store_memory', { content: 'Port 443', type: 'decision', subject: 'port' }],
    command: ['remember', 'Port 443', '--type', 'decision', '--subject', 'port'],
    read: notices,
  },
  {
    title: 'a session is paused',
    code: 'paused',
    tool: ['end_session', { mode: 'pause' }],
    command: ['session', 'pause'],
    read: message,
  },
  {
    title: 'an open loop that does not exist is resolved',
    code: 'notice',
    tool: ['end_session', { mode: 'pause', resolved_loops: ['nothing like it'] }],
    command: ['session', 'pause', '--resolve', 'nothing like it'],
    read: notices,
  },
];

/** The row of the page, or undefined where there is nothing to report. */
function compare(situation: Situation, tools: Shown<ToolCall>, commands: Shown<CommandStep>) {
  const { title, code } = situation;
  expect([tools.code, commands.code], title).toEqual([code, code]);
  if (tools.words === '' && commands.words === '') return undefined;
  expect(tools.words, title).toMatch(TOOL_NAMES);
  expect(tools.words, title).not.toMatch(/\bthroughline [a-z]/);
  expect(commands.words, title).toMatch(/\bthroughline [a-z]|An agent in a session can/);
  expect(commands.words, title).not.toMatch(TOOL_NAMES);
  expect(commands.words, title).not.toMatch(TOOL_ARGUMENTS);
  const asCalls = commands.next?.map(({ action, args }) => toolCall(nextStep(action, args as never)));
  expect(asCalls, title).toEqual(tools.next);
  return [title, code, plain(tools.words), plain(commands.words)];
}

const page = (rows: readonly (readonly string[])[]): string =>
  `# The same next steps on both surfaces

<!-- Generated by \`npm run reference\`; a test holds it. -->

Errors, gaps and notices carry next steps as data. Tools and commands put them into their own words; ids and times are
shortened here. See [next-steps](../decisions/next-steps.md).

| situation | code | tools | command line |
|---|---|---|---|
${rows.map((row) => `| ${row.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')}
`;

it('says the same on both surfaces in every situation, each in its own words', async () => {
  const folder = tempFolder();
  const places = ['shared', 'tools', 'commands'].map((name) => ({
    home: join(folder, 'home'),
    project: join(folder, name, 'lantern'),
  }));
  for (const { project } of places) mkdirSync(project, { recursive: true });
  const [shared, forTools, forCommands] = places as [Place, Place, Place];
  await writeLostSession(forTools);
  const client = await connectInProcess(shared, 'codex');
  const rows: (readonly string[] | undefined)[] = [];
  for (const situation of situations(await makeSessions(client))) {
    rows.push(compare(situation, await callTool(client, situation), await runCommand(shared, situation)));
  }
  const other = await connectInProcess(forTools, 'codex');
  rows.push(compare(LAST_LOST, await callTool(other, LAST_LOST), await runCommand(forTools, LAST_LOST)));
  for (const situation of OWN_FOLDER) {
    rows.push(compare(situation, await callTool(other, situation), await runCommand(forCommands, situation)));
  }
  const text = page(rows.filter((row) => row !== undefined));
  if (process.env.UPDATE_REFERENCE === '1') writeFileSync(PAGE, text);
  expect(readFileSync(PAGE, 'utf8'), 'run npm run reference').toBe(text);
});
