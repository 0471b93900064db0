import { describe, expect, it } from 'vitest';
import { allServices } from '../../src/main/compose.ts';
import { client, handoffContent, openTestApp, statelessCaller } from './test-app.ts';

const UNKNOWN = 'prj_00000000000000000000000000';

describe('an id that no project has', () => {
  it('is refused as not found wherever a project can be named, and makes no project', async () => {
    const { services, store } = openTestApp();
    await services.startSession(client(), {});
    const end = await store.ledger.end();
    for (const project of [UNKNOWN, ` ${UNKNOWN} `, UNKNOWN.toUpperCase(), 'prj_payments']) {
      for (const me of [client(), statelessCaller(null), statelessCaller()]) {
        const calls: readonly Promise<unknown>[] = [
          services.startSession(me, { project }),
          services.storeMemory(me, { content: 'x', project }),
          services.endSession(me, { project, content: handoffContent(), mode: 'end' }),
          services.bootReport(me, { project }),
          services.getSessions(me, { project }),
          services.listMemories(me, { project }),
          services.searchMemory(me, { query: 'x', project }),
          services.listReceipts(me, { project, limit: 5 }),
          services.findProject(me, { project }),
          services.saveCampaign(me, { name: project }),
          services.renameProject(me, { project, name: 'x' }),
        ];
        for (const outcome of await Promise.allSettled(calls)) {
          expect(outcome).toMatchObject({
            status: 'rejected',
            reason: { kind: 'not_found', code: 'project_not_found' },
          });
        }
        await expect(services.getCampaign(me, { campaign: project })).rejects.toMatchObject({
          code: 'campaign_not_found',
        });
      }
    }
    expect(await store.ledger.end()).toBe(end);
    expect(await services.listProjects(statelessCaller())).toHaveLength(1);
  });

  it('is refused where it is the configured project', async () => {
    const { deps, store } = openTestApp();
    const services = allServices(() => ({ ...deps, settings: { ...deps.settings, project: UNKNOWN } }));
    await expect(services.storeMemory(client(), { content: 'x' })).rejects.toMatchObject({
      code: 'project_not_found',
    });
    expect(await store.ledger.end()).toBe(0);
  });

  it('is answered with the ids that are nearest to it', async () => {
    const { services } = openTestApp();
    const me = client();
    await services.startSession(me, {});
    const { projectId } = await services.findProject(me, {});
    const mistyped = `${projectId.slice(0, -1)}${projectId.endsWith('0') ? '1' : '0'}`;
    await expect(services.bootReport(statelessCaller(null), { project: mistyped })).rejects.toMatchObject({
      allowed: [projectId],
    });
  });

  it('cannot be the new name of a project', async () => {
    const { services } = openTestApp();
    await services.startSession(client(), {});
    await expect(
      services.renameProject(statelessCaller(), { project: 'ledger', name: 'prj_payments' }),
    ).rejects.toMatchObject({ code: 'project_name_reserved' });
  });
});
