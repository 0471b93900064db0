import { describe, expect, it } from 'vitest';
import { client, handoffContent, openTestApp, refusal, statelessCaller } from './test-app.ts';

/** `alpha` has a record and became `beta`. */
async function renamed() {
  const at = openTestApp();
  const { services } = at;
  const { record } = await services.storeMemory(statelessCaller(null), {
    content: 'kept under alpha',
    type: 'constraint',
    project: 'alpha',
  });
  const project = await services.renameProject(statelessCaller(), { project: 'alpha', name: 'beta' });
  expect(project).toMatchObject({ id: record.project, name: 'beta' });
  return { ...at, id: project.id };
}

describe('a project that was renamed', () => {
  it.each(['alpha', 'Alpha', 'beta', ' alpha '])(
    'is reached by %j, by writers and by readers',
    async (name) => {
      const { services, id } = await renamed();
      const { record } = await services.storeMemory(statelessCaller(null), {
        content: 'more',
        project: name,
      });
      expect(record.project).toBe(id);
      const boot = await services.bootReport(statelessCaller(null), { project: name });
      expect(boot).toMatchObject({ projectId: id, projectName: 'beta' });
      expect(boot.report).toContain('kept under alpha');
      const { session } = await services.startSession(client(), { project: name });
      expect(session).toMatchObject({ project_id: id, project: 'beta' });
      await services.endSession(statelessCaller(null), {
        mode: 'end',
        content: handoffContent(),
        project: name,
      });
      expect(await services.listProjects(client())).toHaveLength(1);
    },
  );

  it('is reached by every name it ever had', async () => {
    const { services, id } = await renamed();
    await services.renameProject(statelessCaller(), { project: 'beta', name: 'gamma' });
    for (const project of ['alpha', 'beta', 'gamma']) {
      expect((await services.bootReport(statelessCaller(null), { project })).projectId).toBe(id);
    }
  });

  it('is reached by its old name when it has a folder', async () => {
    const { services } = openTestApp();
    const { session } = await services.startSession(client('/repos/ledger'), {});
    await services.renameProject(statelessCaller(), { project: 'ledger', name: 'accounts' });
    const boot = await services.bootReport(statelessCaller(null), { project: 'ledger' });
    expect(boot).toMatchObject({ projectId: session.project_id, projectName: 'accounts' });
  });

  it('is reached by the name it was made with where its old names were not kept', async () => {
    const { services, store } = openTestApp();
    const { record } = await services.storeMemory(statelessCaller(null), { content: 'x', project: 'alpha' });
    const project = await store.projects.find(record.project ?? '');
    if (project === undefined) throw new Error('no project');
    const renaming = { ...project, name: 'beta', version: 2 };
    await store.ledger.commit([{ kind: 'project', project: renaming, expectedVersion: 1, keys: [] }]);
    const again = await services.storeMemory(statelessCaller(null), { content: 'y', project: 'alpha' });
    expect(again.record.project).toBe(project.id);
  });

  it('was renamed once, however often the command is repeated', async () => {
    const { services, id, journalLength } = await renamed();
    const before = await journalLength();
    expect(await services.renameProject(statelessCaller(), { project: 'alpha', name: 'beta' })).toMatchObject(
      { id },
    );
    expect(await journalLength()).toBe(before);
  });

  it('gives its old name up to another that takes it, and cannot have it back meanwhile', async () => {
    const { services, id } = await renamed();
    const { record } = await services.storeMemory(statelessCaller(null), { content: 'x', project: 'other' });
    await services.renameProject(statelessCaller(), { project: 'other', name: 'alpha' });
    const named = async (project: string) =>
      (await services.bootReport(statelessCaller(null), { project })).projectId;
    expect(await named('alpha')).toBe(record.project);
    expect(await named('other')).toBe(record.project);
    expect(await named('beta')).toBe(id);
    expect(await refusal(services.renameProject(statelessCaller(), { project: 'beta', name: 'ALPHA' }))).toBe(
      'conflict: project_name_taken',
    );
    await services.renameProject(statelessCaller(), { project: 'alpha', name: 'third' });
    expect(await named('alpha')).toBe(record.project);
    await services.renameProject(statelessCaller(), { project: 'beta', name: 'alpha' });
    expect(await named('alpha')).toBe(id);
  });

  it('is journaled as renamed, without its name', async () => {
    const { store, id } = await renamed();
    const entries = (await store.ledger.read(0, 100)).filter(({ stream }) => stream === id);
    expect(entries.map(({ type, data }) => [type, data])).toEqual([
      ['project.created', {}],
      ['project.renamed', {}],
    ]);
  });
});

describe('a name that means something else', () => {
  const RESERVED = 'invalid: project_name_reserved';

  it.each([
    ['*', RESERVED],
    [' * ', RESERVED],
    ['＊', RESERVED],
    ['   ', 'invalid: text_empty'],
  ])('%j makes no project, through any surface', async (name, code) => {
    const { services, journalLength } = openTestApp();
    const { record } = await services.storeMemory(statelessCaller(null), { content: 'x', project: 'one' });
    const before = await journalLength();
    const attempts = [
      services.storeMemory(statelessCaller(null), { content: 'y', project: name }),
      services.updateMemory(statelessCaller(null), { id: record.id, project: name }),
      services.startSession(client(), { project: name }),
      services.endSession(client(), { mode: 'end', content: handoffContent(), project: name }),
      services.renameProject(statelessCaller(), { project: 'one', name }),
    ];
    expect(await Promise.all(attempts.map(refusal))).toEqual(attempts.map(() => code));
    expect(await journalLength()).toBe(before);
  });

  it('is not a path, which would be read as one', async () => {
    const { services } = openTestApp();
    await services.storeMemory(statelessCaller(null), { content: 'x', project: 'one' });
    expect(
      await refusal(services.renameProject(statelessCaller(), { project: 'one', name: '/srv/one' })),
    ).toBe(RESERVED);
  });
});
