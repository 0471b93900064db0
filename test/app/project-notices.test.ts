import { describe, expect, it } from 'vitest';
import { bootReport } from '../../src/app/boot-report.ts';
import { startSession } from '../../src/app/start-session.ts';
import { client, openTestApp } from './test-app.ts';

/** A server that was started outside of every project, as some clients do, and one project with work. */
async function desktop({ projects = ['novel-draft'] }: { projects?: readonly string[] } = {}) {
  const { deps, services } = openTestApp();
  for (const project of projects) await services.startSession(client(), { project });
  const outside = { ...deps, folders: { ...deps.folders, identify: () => undefined } };
  const textsOf = (notices: readonly { text: string }[]) => notices.map(({ text }) => text);
  return {
    start: async (input: { project?: string; predecessor_id?: string }) =>
      textsOf((await startSession(outside, client('/'), input)).result.notices),
    boot: async (input: { project?: string }) =>
      textsOf((await bootReport(outside, client('/'), input)).notices),
  };
}

describe('an agent whose client knows no projects', () => {
  it('learns which projects exist when it names none', async () => {
    const { start, boot } = await desktop({ projects: ['novel-draft', 'a "quoted" name'] });
    const text =
      'This connection is in no project folder, and `project` is missing, so this is "general". If the work belongs to another project, pass `project`. The newest projects: "a \\"quoted\\" name", "novel-draft".';
    expect(await boot({})).toEqual([text]);
    expect(await start({})).toEqual([text]);
    expect(await start({})).toEqual([text]);
  });

  it('learns only the newest of many projects', async () => {
    const { boot } = await desktop({ projects: Array.from({ length: 12 }, (_, n) => `work-${n}`) });
    const [text = ''] = await boot({});
    expect(text.match(/"work-\d+"/g)).toHaveLength(8);
    expect(text).toMatch(/ and more\.$/);
  });

  it('gets no notice when it names a project, or there is no other', async () => {
    expect(await (await desktop()).start({ project: 'novel-draft' })).toEqual([]);
    expect(await (await desktop({ projects: [] })).start({})).toEqual([]);
    expect(await (await desktop({ projects: [] })).boot({})).toEqual([]);
  });

  it.each(['novel draft', 'Novel_Draft', 'nvel-draft'])(
    'learns the existing name when it creates a project named %j',
    async (project) => {
      const { start } = await desktop();
      expect(await start({ project })).toEqual([
        `The project "${project}" is new. Projects with a similar name: "novel-draft". If you meant one of them, pass it as \`project\`.`,
      ]);
      expect(await start({ project })).toEqual([]);
    },
  );

  it('gets no notice about a new name that resembles no other', async () => {
    expect(await (await desktop()).start({ project: 'garden' })).toEqual([]);
  });
});
