import { appendFileSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { digestOf } from '../../src/domain/id.ts';
import { contentsOf } from '../contract/old-stores/dump-store.ts';
import { BASE62, fake } from '../support/fake-secret.ts';
import { findDamage } from '../support/faults-store.ts';
import { pastConversation, titleLine } from '../support/past-conversation.ts';
import { claudeScript } from '../transcripts/claude-script.ts';
import { openImportApp, storedRows } from './import-app.ts';
import { client, handoffContent, statelessCaller } from './test-app.ts';

const day = (date: string) => `2026-${date}T09:00:00.000Z`;
const LEDGER = '/repos/ledger';

/** What search finds of the messages, in their order. */
const searchable = ({ path }: ReturnType<typeof openImportApp>) =>
  ((contentsOf(path).texts ?? []) as readonly { kind: string; content: string }[])
    .filter(({ kind }) => kind === 'capture')
    .map(({ content }) => content);

describe('importing past conversations', () => {
  it('makes ended sessions with the times, titles and branches of the conversations', async () => {
    const app = openImportApp();
    pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: day('03-02'), branch: 'topic' }, (talk) =>
      talk
        .person('Release the lock')
        .read('lock.ts')
        .agent('Released.')
        .raw(titleLine('The lock'))
        .later(600)
        .person('Thanks'),
    );
    const { transcripts } = await app.run();
    expect(transcripts).toMatchObject([
      { outcome: 'imported', project: 'ledger', title: 'The lock', started_at: '2026-03-02T09:00:04.000Z' },
    ]);
    const session = await app.store.sessions.find('c1');
    expect(session).toMatchObject({
      id: transcripts[0]?.session_id,
      status: 'ended',
      client: 'claude-code',
      endedAt: '2026-03-02T19:00:20.000Z',
      lastSeenAt: '2026-03-02T19:00:20.000Z',
      // Without the break of ten hours.
      activeMs: 12_000,
      turnCount: 2,
      branch: 'topic',
      worktree: LEDGER,
      hasHooks: false,
    });
  });

  it.each([
    ['a secret', () => `ghp_${fake(BASE62, 36)}`],
    ['a NUL', () => 'one\u0000two'],
    ['a path', () => '../../elsewhere'],
    ['half of a character', () => 'one\ud800two'],
  ])('names a conversation after its file if the id that the file contains is %s', async (_, id) => {
    const app = openImportApp();
    const folder = join(app.folder, '.gemini', 'tmp', 'ledger', 'chats');
    mkdirSync(folder, { recursive: true });
    const lines = [{ sessionId: id() }, { id: 'p', type: 'user', content: [{ text: 'Release the lock' }] }];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(folder, 'session-2026-11-17T10-40-1e6e959a.jsonl'), text);
    expect(await app.outcomes({ client: 'gemini' })).toEqual(['imported']);
    expect(await app.store.sessions.find('1e6e959a')).toMatchObject({ title: 'Release the lock' });
    expect(storedRows(app.path)).not.toContain(id().slice(0, 12));
  });

  describe('of Gemini CLI, whose files contain the id', () => {
    const chats = (app: ReturnType<typeof openImportApp>) => {
      const folder = join(app.folder, '.gemini', 'tmp', 'ledger', 'chats');
      mkdirSync(folder, { recursive: true });
      return (file: string, sessionId: string | null, ...texts: readonly string[]) => {
        const messages = texts.map((text, at) => ({
          id: `p${at}`,
          timestamp: new Date(Date.UTC(2026, 10, 17, 10, 40 + at)).toISOString(),
          type: 'user',
          content: [{ text }],
        }));
        const header = sessionId === null ? [] : [{ sessionId }];
        const lines = [...header, ...messages].map((line) => `${JSON.stringify(line)}\n`);
        writeFileSync(join(folder, `session-2026-11-17T10-40-${file}.jsonl`), lines.join(''));
      };
    };
    const FIRST = '1e6e959a-9d19-42fe-a5c6-9bffa1954f0e';
    const OTHER = '1e6e959a-0000-42fe-a5c6-9bffa1954f0e';
    const gemini = { client: 'gemini' };
    const listCaptures = async (app: ReturnType<typeof openImportApp>) =>
      (await app.services.listCaptures(statelessCaller(), { project: 'general' })).captures;

    it('imports a file once, also if its id changes', async () => {
      const app = openImportApp();
      const write = chats(app);
      write('1e6e959a', FIRST, 'Release the lock');
      const { transcripts } = await app.run(gemini);
      write('1e6e959a', OTHER, 'Release the lock');
      await app.run(gemini);
      expect(await listCaptures(app)).toMatchObject([{ message_count: 1 }]);
      write('1e6e959a', OTHER, 'Release the lock', 'Paint the hull');
      const again = await app.run(gemini);
      expect(again.transcripts).toMatchObject([
        { outcome: 'continued', session_id: transcripts[0]?.session_id },
      ]);
      expect(await app.store.sessions.find(OTHER)).toBeUndefined();
      const sessions = (await listCaptures(app)).map(({ session_id }) => session_id);
      expect([...new Set(sessions)]).toEqual([transcripts[0]?.session_id]);
    });

    it('imports a file once, also if it loses the line with its id', async () => {
      const app = openImportApp();
      const write = chats(app);
      const texts = Array.from({ length: 450 }, (_, at) => `Count oar ${at}`);
      write('1e6e959a', FIRST, ...texts);
      const { transcripts } = await app.run(gemini);
      const captures = await listCaptures(app);
      expect(captures).toHaveLength(3);
      write('1e6e959a', null, ...texts);
      const again = await app.run(gemini);
      expect(again.transcripts[0]?.session_id).toBe(transcripts[0]?.session_id);
      expect(await listCaptures(app)).toEqual(captures);
      expect(searchable(app)).toEqual(texts);
      write('1e6e959a', null, ...texts, 'Mend the sail');
      expect(await app.outcomes(gemini)).toEqual(['continued']);
      expect(await app.outcomes(gemini)).toEqual(['unchanged']);
      expect(searchable(app)).toEqual([...texts, 'Mend the sail']);
    });

    it('says which of two files with one id it leaves out', async () => {
      const app = openImportApp();
      const write = chats(app);
      write('1e6e959a', FIRST, 'Release the lock');
      write('2f7f959a', FIRST, 'Paint the hull');
      const { transcripts } = await app.run(gemini);
      expect(transcripts.map(({ outcome }) => outcome).toSorted()).toEqual(['imported', 'other_file']);
      expect(new Set(transcripts.map(({ session_id }) => session_id)).size).toBe(1);
    });
  });

  it('gives a conversation without a title the first words of the person', async () => {
    const app = openImportApp();
    pastConversation(app.folder, 'c1', { cwd: LEDGER }, (talk) =>
      talk.person('Paint\nthe hull').agent('Red.'),
    );
    expect((await app.run()).transcripts[0]?.title).toBe('Paint the hull');
  });

  it('lets the first boot report know where things stand, without a gap', async () => {
    const app = openImportApp();
    pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: day('03-02') }, (talk) =>
      talk
        .person('Rewrite the parser so that it reads nested lists')
        .write('src/parser.ts')
        .todos(['open', 'handle quotes'])
        .agent('The parser reads nested lists now; quotes are still missing.'),
    );
    await app.run();
    app.pass(300 * 86_400_000);
    const report = await app.services.bootReport(client(LEDGER), {});
    expect(report.report).toContain('The parser reads nested lists now');
    expect(report.report).toContain('handle quotes');
    expect(report.gaps).toEqual([]);
  });

  it('makes every message searchable, also in the middle of a long conversation', async () => {
    const app = openImportApp();
    pastConversation(app.folder, 'c1', { cwd: LEDGER }, (talk) => {
      for (let turn = 0; turn < 400; turn += 1)
        talk
          .person(`Request number ${turn}`)
          .agent(turn === 200 ? 'The walrus opens the gate.' : `Answer ${turn}.`);
      return talk;
    });
    await app.run();
    const { captures } = await app.services.listCaptures(client(LEDGER), { limit: 50 });
    expect(captures).toHaveLength(4);
    expect(captures.reduce((sum, { message_count }) => sum + message_count, 0)).toBe(800);
    const ranges = captures
      .map(({ lines }) => lines.split('–').map(Number))
      .sort(([a = 0], [b = 0]) => a - b);
    expect(ranges).toEqual([
      [1, 200],
      [201, 400],
      [401, 600],
      [601, 800],
    ]);
    expect(new Set(captures.map(({ reason }) => reason))).toEqual(new Set(['imported']));
    const { results } = await app.services.searchMemory(client(LEDGER), { query: 'walrus opens the gate' });
    expect(results[0]?.passage.replaceAll('**', '')).toContain('The walrus opens the gate.');
  });

  it('changes nothing when it runs again', async () => {
    const app = openImportApp();
    for (const [id, date] of [
      ['c1', '03-02'],
      ['c2', '03-03'],
    ] as const)
      pastConversation(app.folder, id, { cwd: LEDGER, startedAt: day(date) }, (talk) =>
        talk.person(`Work of ${date}`).write('a.ts').agent('Done.'),
      );
    // Nothing comes of it, so it has no handoff that would show that it is done.
    pastConversation(app.folder, 'c3', { cwd: '/repos/other' }, (talk) => talk.person('hi'));
    await app.run();
    const before = storedRows(app.path);
    expect(await app.outcomes()).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(storedRows(app.path)).toBe(before);
  });

  it('adds what was said since the last import, and derives the handoff again', async () => {
    const app = openImportApp();
    const path = pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: day('03-02') }, (talk) =>
      talk.person('Write the first part of the report').write('a.md').agent('The first part is there.'),
    );
    await app.run();
    const more = claudeScript({ cwd: LEDGER, startedAt: day('03-04') });
    more.person('Write the second part of the report').write('b.md').agent('The second part is there.');
    appendFileSync(path, more.file());
    expect(await app.outcomes()).toEqual(['continued']);
    const session = await app.store.sessions.find('c1');
    expect(session).toMatchObject({ status: 'ended', startedAt: '2026-03-02T09:00:04.000Z' });
    expect(session?.endedAt?.slice(0, 10)).toBe('2026-03-04');
    const { report } = await app.services.bootReport(client(LEDGER), {});
    expect(report).toContain('The second part is there.');
    expect(await app.outcomes()).toEqual(['unchanged']);
  });

  it('reads a file on that was moved', async () => {
    const app = openImportApp();
    const path = pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: day('03-02') }, (talk) =>
      talk.person('Write the first part of the report').write('a.md').agent('The first part is there.'),
    );
    await app.run();
    const moved = path.replace('-repos-ledger', '-repos-books');
    mkdirSync(dirname(moved));
    renameSync(path, moved);
    expect(await app.outcomes()).toEqual(['unchanged']);
    const more = claudeScript({ cwd: LEDGER, startedAt: day('03-04') });
    appendFileSync(moved, more.person('Write the second part of the report').agent('It is there.').file());
    expect(await app.outcomes()).toEqual(['continued']);
    expect(await app.outcomes()).toEqual(['unchanged']);
    expect(await app.store.sessions.find('c1')).toMatchObject({ transcriptPath: moved });
    expect(searchable(app)).toEqual([
      'Write the first part of the report',
      'The first part is there.',
      'Write the second part of the report',
      'It is there.',
    ]);
  });

  it('leaves a copy of an imported file out', async () => {
    const app = openImportApp();
    const path = pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: day('03-02') }, (talk) =>
      talk.person('Write the first part of the report').agent('The first part is there.'),
    );
    await app.run();
    const copy = path.replace('-repos-ledger', '-repos-books');
    mkdirSync(dirname(copy));
    copyFileSync(path, copy);
    expect((await app.outcomes()).toSorted()).toEqual(['other_file', 'unchanged']);
  });

  it('keeps only the handoff of the newest conversation of a project active', async () => {
    const app = openImportApp();
    // In the order of their files the newest comes first.
    pastConversation(app.folder, 'a-new', { cwd: LEDGER, startedAt: day('03-09') }, (talk) =>
      talk.person('Build the new engine').write('new.ts').todos(['open', 'start the engine']).agent('Built.'),
    );
    pastConversation(app.folder, 'b-old', { cwd: `${LEDGER}+topic`, startedAt: day('03-01') }, (talk) =>
      talk
        .person('Never touch the boiler again. Build the old engine')
        .write('old.ts')
        .todos(['open', 'oil the engine'])
        .agent('Built the old one.'),
    );
    await app.run();
    const active = await app.services.listMemories(client(LEDGER), { limit: 50 });
    expect(active.memories.map(({ content }) => content).join('\n')).not.toMatch(/old|oil|boiler/);
    const old = await app.store.sessions.find('b-old');
    const handoff = await app.services.readHandoff(client(LEDGER), { handoff_id: old?.handoff?.id ?? '' });
    expect(handoff.is_derived).toBe(true);
    expect(handoff.records.length).toBeGreaterThan(1);
    expect(new Set(handoff.records.map(({ status }) => status))).toEqual(new Set(['superseded']));
  });

  it('does not displace a checkpoint that later work left', async () => {
    const app = openImportApp();
    const agent = client(LEDGER);
    await app.services.startSession(agent, {});
    await app.services.endSession(agent, { content: handoffContent({ checkpoint: 'Half way through.' }) });
    pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: '2020-03-01T09:00:00.000Z' }, (talk) =>
      talk.person('Build the old engine').write('old.ts').todos(['open', 'oil it']).agent('Built.'),
    );
    await app.run();
    const { report, gaps } = await app.services.bootReport(client(LEDGER), {});
    expect(report).toContain('Half way through.');
    expect(report).not.toContain('oil it');
    expect(gaps.map(({ code }) => code)).not.toContain('clock_ahead');
    // The imported session was written later, and is older all the same.
    expect(report).toMatch(/Last session (?!.*old engine)/);
  });

  it('does not make the clock look wrong, although its records are older than what was stored before', async () => {
    const app = openImportApp();
    const rule = { type: 'constraint', content: 'Releases are made on Mondays.' } as const;
    await app.services.storeMemory(client(LEDGER), rule);
    pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: '2020-03-01T09:00:00.000Z' }, (talk) =>
      talk.person('From now on, never commit to main directly.').write('a.ts').agent('Understood.'),
    );
    await app.run();
    const { report, gaps } = await app.services.bootReport(client(LEDGER), {});
    expect(report).toContain('never commit to main directly');
    expect(report).toContain('Releases are made on Mondays.');
    expect(gaps.map(({ code }) => code)).not.toContain('clock_ahead');
  });

  it('does not let a short last conversation displace the work before it', async () => {
    const app = openImportApp();
    pastConversation(app.folder, 'c1', { cwd: LEDGER, startedAt: day('03-01') }, (talk) =>
      talk.person('Build the engine of the boat').write('a.ts').todos(['open', 'oil it']).agent('Built.'),
    );
    pastConversation(app.folder, 'c2', { cwd: LEDGER, startedAt: day('03-02') }, (talk) =>
      talk.person('where were we?').agent('The engine.'),
    );
    await app.run();
    const { report } = await app.services.bootReport(client(LEDGER), {});
    expect(report).toContain('Build the engine of the boat');
    expect(report).toContain('oil it');
    expect(report).toContain('Then a short session');
  });

  it('leaves a conversation alone that hooks have recorded', async () => {
    const app = openImportApp();
    const path = pastConversation(app.folder, 'c1', { cwd: LEDGER }, (talk) =>
      talk.person('Work').agent('Done.'),
    );
    const hooks = createHookServices(() => app.deps);
    const caller = { ...client(LEDGER, 'c1'), surface: 'hook', connection: null };
    await hooks.onSessionStart(caller, {
      source: 'startup',
      budget: 4_000,
      transcriptPath: path,
      digest: digestOf('start'),
    });
    const before = await app.journalLength();
    expect(await app.outcomes()).toEqual(['recorded']);
    expect(await app.journalLength()).toBe(before);
  });

  it('skips and reports projects that are switched off', async () => {
    const app = openImportApp({ deps: { readOff: () => ['/repos/secret/.git'] } });
    pastConversation(app.folder, 'c1', { cwd: '/repos/secret' }, (talk) => talk.person('Hush').agent('Yes.'));
    pastConversation(app.folder, 'c2', { cwd: LEDGER }, (talk) => talk.person('Work').agent('Done.'));
    const { transcripts } = await app.run();
    expect(transcripts.map(({ project, outcome }) => `${project} ${outcome}`).toSorted()).toEqual([
      'ledger imported',
      'secret project_off',
    ]);
    expect(storedRows(app.path)).not.toContain('Hush');
  });

  it('takes secrets out of messages, titles and branches before anything is written', async () => {
    const app = openImportApp();
    const secret = `ghp_${fake(BASE62, 36)}`;
    pastConversation(app.folder, 'c1', { cwd: LEDGER, branch: `fix-${secret}` }, (talk) =>
      talk
        .person(`Use ${secret} for it`)
        .raw(titleLine(`Use ${secret}`))
        .agent(`I used ${secret}.`),
    );
    await app.run();
    const { captures } = await app.services.listCaptures(client(LEDGER), {});
    const raw = await app.services.readCapture(client(LEDGER), { id: captures[0]?.id ?? '', mode: 'raw' });
    expect(JSON.stringify(raw)).toContain('Use [');
    expect(JSON.stringify([raw, storedRows(app.path)])).not.toContain(secret);
  });

  it('writes nothing in a dry run, and reports the same conversations', async () => {
    const app = openImportApp();
    pastConversation(app.folder, 'c1', { cwd: LEDGER }, (talk) => talk.person('Work').agent('Done.'));
    const dry = await app.run({ dry_run: true });
    expect(await app.journalLength()).toBe(0);
    const { transcripts } = await app.run();
    expect(transcripts).toEqual(dry.transcripts);
  });

  it('takes only conversations of a project, or those that ended since a time', async () => {
    const app = openImportApp();
    const talked = (id: string, cwd: string, date: string) =>
      pastConversation(app.folder, id, { cwd, startedAt: day(date) }, (talk) =>
        talk.person(id).agent('Yes.'),
      );
    talked('one', LEDGER, '03-01');
    talked('two', LEDGER, '05-01');
    talked('three', '/repos/other', '05-01');
    const titles = async (input: object) =>
      (await app.run({ dry_run: true, ...input })).transcripts
        .filter(({ outcome }) => outcome === 'imported')
        .map(({ title }) => title)
        .toSorted();
    expect(await titles({})).toEqual(['one', 'three', 'two']);
    expect(await titles({ since: day('04-01') })).toEqual(['three', 'two']);
    expect(await titles({ project: 'LEDGER' })).toEqual(['one', 'two']);
    expect(await titles({ project: '/repos/other', since: day('04-01') })).toEqual(['three']);
    expect(await titles({ project: 'nobody' })).toEqual([]);
  });

  it('reports what holds no conversation, and files of subagents not at all', async () => {
    const app = openImportApp();
    const path = pastConversation(app.folder, 'c1', { cwd: LEDGER }, (talk) => talk.agent('Nobody asked.'));
    pastConversation(app.folder, 'agent-1', { cwd: LEDGER }, (talk) => talk.person('Search').agent('Found.'));
    writeFileSync(path.replace('c1', 'c2'), 'no JSON\n\u0000\n');
    expect(await app.outcomes()).toEqual(['empty', 'empty']);
    expect(await app.journalLength()).toBe(0);
  });

  it('refuses a client whose past conversations cannot be imported', async () => {
    const app = openImportApp();
    await expect(app.run({ client: 'nobody' })).rejects.toMatchObject({ code: 'client_not_importable' });
  });

  it('holds a bounded number of captures at a time, however long the conversation is', async () => {
    const sizes: number[] = [];
    const app = openImportApp({
      beforeCommit: (changes) => sizes.push(changes.filter(({ kind }) => kind === 'capture').length),
    });
    pastConversation(app.folder, 'long', { cwd: LEDGER }, (talk) => {
      for (let turn = 0; turn < 400; turn += 1)
        talk.person(`Turn ${turn}`).agent(`${turn} ${'lorem ipsum '.repeat(900)}`);
      return talk;
    });
    await app.run();
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(30);
    // A commit takes at most what one piece of the file adds to those that are held.
    expect(Math.max(...sizes)).toBeLessThan(22);
    expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(3);
    expect(findDamage(app.path)).toEqual([]);
  });

  it('is not seen by callers without the right to write', async () => {
    const app = openImportApp();
    const reader = {
      ...statelessCaller(),
      principal: { who: 'x', workspace: 'default', scopes: ['read'] },
    } as const;
    const call = app.services.importTranscripts(reader, { client: 'claude-code' });
    await expect(call).rejects.toMatchObject({ code: 'scope_missing' });
  });
});
