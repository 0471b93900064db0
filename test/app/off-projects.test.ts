import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { commandWording } from '../../src/cli/command-wording.ts';
import { allServices } from '../../src/main/compose.ts';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { toThroughlineError } from '../../src/mcp/errors.ts';
import { toolNames } from '../../src/mcp/tool-list.ts';
import { capture } from '../contract/clauses/capture-changes.ts';
import { client, handoffContent, openTestApp, statelessCaller, type TestApp } from './test-app.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** In every text that is stored in the projects which are switched off later. */
const MARK = 'quokka';
const WORK = '/repos/private';
const GAME = '/repos/table';
const ELSEWHERE = '/repos/ledger';
const OFF = [`${WORK}/.git`, `${GAME}/.git`];
const ALL_TOOLS = toolNames(TOOLS, { toolsets: TOOLS.map(({ toolset }) => toolset), isReadOnly: false });

interface Ids {
  readonly project: string;
  readonly session: string;
  readonly paused: string;
  readonly record: string;
  readonly note: string;
  readonly handoffKey: string;
  readonly capture: string;
  readonly game: string;
  readonly playSession: string;
  readonly entity: string;
}

async function fillPrivateProject(app: TestApp): Promise<Ids> {
  const { services, store } = app;
  const me = client(WORK, 'their-own-id');
  const { session } = await services.startSession(me, { title: `${MARK} title` });
  const { record } = await services.storeMemory(me, { content: `${MARK} memory`, type: 'constraint' });
  const { note } = await services.addSessionNote(me, { note: { summary: `${MARK} note` } });
  const handoffKey = 'the key of the handoff';
  await services.endSession(me, {
    content: handoffContent({ checkpoint: `${MARK} checkpoint`, openLoops: [`${MARK} loop`] }),
    mode: 'end',
    idempotency_key: handoffKey,
  });
  const late = client(WORK);
  const paused = await services.startSession(late, {});
  await services.endSession(late, {
    content: handoffContent({ checkpoint: `${MARK} pause` }),
    mode: 'pause',
  });
  const project = (await store.sessions.find(paused.session.session_id))?.projectId ?? '';
  const { session_id } = paused.session;
  const messages = [{ line: 1, at: null, kind: 'request' as const, text: `${MARK} request` }];
  await store.ledger.commit([capture(messages, { projectId: project, sessionId: session_id })]);
  const player = client(GAME);
  await services.startSession(player, { kind: 'game' });
  const { campaign } = await services.saveCampaign(player, { name: 'table', description: `${MARK} tale` });
  const { entity } = await services.saveEntity(player, { kind: 'npc', name: `${MARK} innkeeper` });
  const played = await services.startClaudmasterSession(player, { campaign_name: 'table' });
  await services.playerAction(player, { action: `${MARK} deed` });
  return {
    project,
    session: session.session_id,
    paused: session_id,
    record: record.id,
    note: note.id,
    handoffKey,
    capture: 'cap_1',
    game: campaign.id,
    playSession: played.session.session_id,
    entity: entity.id,
  };
}

/** Ways in which each tool can name something of a project that is switched off. */
const NAMING = (ids: Ids, own: string): Readonly<Record<string, readonly Arguments[]>> => {
  const sessions = [ids.session, ids.paused, 'their-own-id', ids.playSession].map((session_id) => ({
    session_id,
  }));
  const projects = [ids.project, 'private', 'PRIVATE', '/repos/private/.git', ids.game].map((project) => ({
    project,
  }));
  const campaigns = ['table', ids.game, ids.project].map((campaign) => ({ campaign }));
  const inGames = [...campaigns, { session_id: ids.playSession }];
  const withEach = (some: readonly Arguments[], args: Arguments) => some.map((one) => ({ ...args, ...one }));
  const starts = [
    ...sessions,
    ...projects,
    ...sessions.map(({ session_id: predecessor_id }) => ({ predecessor_id })),
  ];
  return {
    start_session: starts,
    resume_session: starts,
    boot_report: projects,
    get_session_state: sessions,
    get_claudmaster_session_state: sessions,
    get_session_summary: sessions,
    get_sessions: projects,
    add_session_note: [...withEach(sessions, { summary: 'x' }), { summary: 'x', note_id: ids.note }],
    end_session: [
      ...withEach([...sessions, ...projects], { checkpoint: 'x' }),
      { checkpoint: 'x', project: own, resolved_loops: [ids.record] },
      { checkpoint: 'x', project: own, idempotency_key: ids.handoffKey },
      { checkpoint: 'x', project: own, decisions: [{ text: 'x', supersedes: [ids.record] }] },
    ],
    close_session: sessions,
    store_memory: [
      ...withEach([...sessions, ...projects], { content: 'x' }),
      { content: 'x', project: own, supersedes: [ids.record] },
    ],
    search_memory: withEach(projects, { query: MARK }),
    list_memories: [...sessions, ...projects, { ids: [ids.record] }],
    update_memory: [{ id: ids.record, content: 'x' }],
    delete_memory: [{ id: ids.record }],
    capture_now: sessions,
    list_captures: sessions,
    read_capture: [{ id: ids.capture }, { id: ids.capture, mode: 'raw' }],
    start_claudmaster_session: [
      { campaign_name: 'table' },
      { campaign_name: ids.game },
      { campaign_name: 'table', session_id: ids.playSession },
    ],
    end_claudmaster_session: [{ session_id: ids.playSession }],
    player_action: withEach(inGames, { action: 'x' }),
    get_campaign: [{ name: 'table' }, { name: ids.game }, { session_id: ids.playSession }],
    save_campaign: [
      { name: 'table', description: 'x' },
      { name: ids.game, new_name: 'x' },
    ],
    save_entity: [
      ...withEach(inGames, { kind: 'npc', name: 'Ada' }),
      { kind: 'npc', id: ids.entity, name: 'Ada', campaign: 'open' },
    ],
    update_game_state: withEach(inGames, { location: 'x' }),
    add_event: withEach(inGames, { event_type: 'session', description: 'x' }),
    get_events: inGames,
    recap_session: inGames,
    summarize_session: [...inGames, ...withEach(inGames, { transcription: 'They met the innkeeper.' })],
    rewind_session: withEach(inGames, { to_turn: 0 }),
    roll_dice: [{ notation: '1d20', session_id: ids.playSession }],
  };
};

/** Calls about everything, or about nothing in particular; they are answered without what is switched off. */
const AT_LARGE: readonly (readonly [string, Arguments])[] = [
  ['search_memory', { query: MARK, project: '*', min_score: 0, status: 'all' }],
  ['search_memory', { query: '', project: '*' }],
  ['search_memory', { query: `"${MARK} memory"`, project: '*' }],
  ['search_memory', { query: MARK.slice(1, -1), project: '*', min_score: 0 }],
  ['list_memories', { project: '*', status: 'all' }],
  ['list_memories', {}],
  ['get_sessions', {}],
  ['get_sessions', { query: MARK }],
  ['get_sessions', { project: '*' }],
  ['list_captures', {}],
  ['get_campaign', {}],
  ['boot_report', {}],
];

async function createSwitchableApp() {
  const base = openTestApp();
  const ids = await fillPrivateProject(base);
  let off: readonly string[] = [];
  const services = allServices(() => ({ ...base.deps, readOff: () => off }));
  const call = async (name: string, args: Arguments, caller: Caller) => {
    const {
      isError = false,
      structuredContent,
      content: sent,
    } = await callTool({ tools: TOOLS, names: ALL_TOOLS }, name, args, {
      services,
      caller,
    });
    const code = isError ? (structuredContent as { code: string }).code : 'answered';
    return { code, text: JSON.stringify([structuredContent, sent]) };
  };
  return { ...base, ids, services, call, switchOff: () => (off = OFF), switchOn: () => (off = []) };
}

const elsewhere = (): readonly (readonly [string, Caller])[] => [
  ['another folder', client(ELSEWHERE)],
  ['HTTP', statelessCaller(null)],
];

describe('a project that is switched off', () => {
  it('is refused to every tool from its own folder, and nothing is written', async () => {
    const { ids, call, switchOff, store } = await createSwitchableApp();
    switchOff();
    const end = await store.ledger.end();
    const naming = NAMING(ids, 'somewhere');
    expect(Object.keys(naming).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
    for (const folder of [WORK, `${WORK}+topic`, GAME]) {
      for (const [name, variants] of Object.entries(naming)) {
        for (const args of variants)
          expect([name, args, (await call(name, args, client(folder))).code]).toEqual([
            name,
            args,
            'project_off',
          ]);
      }
      for (const [name, args] of AT_LARGE)
        expect((await call(name, args, client(folder))).code).toBe('project_off');
    }
    expect(await store.ledger.end()).toBe(end);
  });

  it('is refused to every tool that names something of it from elsewhere, and nothing is written', async () => {
    const { ids, call, switchOff, store } = await createSwitchableApp();
    await call('start_session', { project: 'somewhere' }, client(ELSEWHERE));
    await call('save_campaign', { name: 'open' }, client(ELSEWHERE));
    switchOff();
    const end = await store.ledger.end();
    const answers: string[] = [];
    for (const [where, caller] of elsewhere()) {
      for (const [name, variants] of Object.entries(NAMING(ids, 'somewhere'))) {
        for (const args of variants) {
          const { code, text } = await call(name, args, caller);
          answers.push(`${where} ${name} ${JSON.stringify(args)} ${code}`);
          expect(text).not.toContain(MARK);
        }
      }
    }
    expect(answers.filter((answer) => !answer.endsWith('project_off'))).toEqual([]);
    expect(await store.ledger.end()).toBe(end);
  });

  it('is left out where a call is about all projects', async () => {
    const { call, switchOff, services, store } = await createSwitchableApp();
    await call('store_memory', { content: 'a note on wombats' }, client(ELSEWHERE));
    for (const [, caller] of elsewhere()) {
      for (const [name, args] of AT_LARGE.slice(0, 5))
        expect((await call(name, args, caller)).text).toContain(MARK);
    }
    switchOff();
    const projects = await services.listProjects(statelessCaller(null));
    expect(projects.map(({ name }) => name)).toEqual(['ledger']);
    expect(await services.listCampaigns(statelessCaller(null))).toEqual([]);
    const heads = await services.listSessionSummaries(statelessCaller(null), { limit: 50 });
    expect(heads.sessions.map(({ project }) => project.name)).toEqual(['ledger']);
    const end = await store.ledger.end();
    for (const [where, caller] of elsewhere()) {
      for (const [name, args] of AT_LARGE) {
        const { text } = await call(name, args, caller);
        expect([where, name, args, text.includes(MARK)]).toEqual([where, name, args, false]);
      }
      const { text } = await call('search_memory', { query: 'wombats', project: '*' }, caller);
      expect(text).toContain('a note on wombats');
    }
    const written = (await store.ledger.read(end, 100)).map(({ type }) => type);
    expect(written.filter((type) => type !== 'orientation.delivered')).toEqual([]);
  });

  it('is refused to a connection whose session belongs to it, until the call names another project', async () => {
    const { call, switchOff, switchOn, store } = await createSwitchableApp();
    const me = client(ELSEWHERE);
    expect((await call('start_session', { project: 'private', resume: false }, me)).code).toBe('answered');
    switchOff();
    const end = await store.ledger.end();
    for (const [name, args] of [
      ['store_memory', { content: 'x' }],
      ['add_session_note', { summary: 'x' }],
      ['boot_report', {}],
      ['get_session_state', {}],
      ['end_session', { checkpoint: 'x' }],
    ] as const)
      expect([name, (await call(name, args, me)).code]).toEqual([name, 'project_off']);
    expect(await store.ledger.end()).toBe(end);
    expect((await call('start_session', { project: 'ledger' }, me)).code).toBe('answered');
    expect((await call('store_memory', { content: 'x' }, me)).code).toBe('answered');
    switchOn();
    expect((await call('boot_report', { project: 'private' }, me)).text).toContain(MARK);
  });

  it('is refused at the commit when it was switched off while the call was under way', async () => {
    const base = openTestApp();
    let looks = 0;
    const readOff = () => {
      looks += 1;
      return looks > 2 ? [`${ELSEWHERE}/.git`] : [];
    };
    const services = allServices(() => ({ ...base.deps, readOff }));
    await expect(services.storeMemory(client(ELSEWHERE), { content: 'x' })).rejects.toMatchObject({
      code: 'project_off',
    });
    expect(await base.store.ledger.end()).toBe(0);
  });

  it('may still be read and deleted by a person at the command line', async () => {
    const { ids, services, switchOff, folder } = await createSwitchableApp();
    switchOff();
    const person = statelessCaller(WORK);
    expect((await services.bootReport(person, {})).report).toContain(MARK);
    const found = await services.searchMemory(person, { query: MARK, project: '*', min_score: 0 });
    expect(found.results.length).toBeGreaterThan(0);
    const exported = await services.exportCampaign(statelessCaller(GAME), { campaign: 'table', folder });
    expect(readFileSync(exported.json_path, 'utf8')).toContain(MARK);
    expect((await services.deleteMemory(person, { id: ids.record })).id).toBe(ids.record);
  });

  it('stores nothing from the command line, and names the command that switches it on', async () => {
    const { ids, services, switchOff, switchOn, store } = await createSwitchableApp();
    switchOff();
    const end = await store.ledger.end();
    const [here, there] = [statelessCaller(WORK), statelessCaller(ELSEWHERE)];
    const content = handoffContent({ checkpoint: 'x' });
    const session_id = ids.paused;
    const id = ids.record;
    const writes: Readonly<Record<string, () => Promise<unknown>>> = {
      'session start': () => services.startSession(here, { resume: false }),
      'session start --project': () => services.startSession(there, { project: 'private', resume: false }),
      'session resume': () => services.startSession(here, { session_id }),
      'session end': () => services.endSession(here, { mode: 'end', content }),
      'session end ID': () => services.endSession(there, { mode: 'end', session_id, content }),
      'session close': () => services.closeSession(there, { session_id }),
      note: () => services.addSessionNote(there, { session_id, note: { summary: 'x' } }),
      remember: () => services.storeMemory(here, { content: 'x', startsNoSession: true }),
      'remember --global': () =>
        services.storeMemory(here, { content: 'x', project: null, startsNoSession: true }),
      'remember --project': () => services.storeMemory(there, { content: 'x', project: 'private' }),
      resolve: () => services.updateMemory(there, { id, status: 'resolved' }),
      'project rename': () => services.renameProject(there, { project: ids.project, name: 'x' }),
      'campaign rewind': () =>
        services.rewindSession(statelessCaller(GAME), { campaign: 'table', to_turn: 0 }),
    };
    for (const [name, write] of Object.entries(writes)) {
      const error = await write().then(() => undefined, toThroughlineError);
      expect([name, error?.code]).toEqual([name, 'project_off']);
      expect(commandWording.steps(error?.next ?? [])).toBe('Run throughline on.');
    }
    expect(await store.ledger.end()).toBe(end);
    switchOn();
    expect((await services.storeMemory(here, { content: 'x', startsNoSession: true })).record.content).toBe(
      'x',
    );
  });

  it('takes neither a receipt nor a mark of review from a person who reads it', async () => {
    const { ids, services, switchOff, store } = await createSwitchableApp();
    switchOff();
    const end = await store.ledger.end();
    const person = statelessCaller(WORK);
    expect((await services.bootReport(person, {})).report).toContain(MARK);
    const { capture: read } = await services.readCapture(person, { id: ids.capture });
    expect(read.reviewed_at).toBe(null);
    expect(await store.ledger.end()).toBe(end);
  });

  it('does not keep a person in its folder from storing in another project', async () => {
    const { services, switchOff } = await createSwitchableApp();
    await services.startSession(client(ELSEWHERE), {});
    switchOff();
    const input = { content: 'x', project: 'ledger', startsNoSession: true } as const;
    const { record } = await services.storeMemory(statelessCaller(WORK), input);
    expect(record.content).toBe('x');
  });
});
