import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { client, openTestApp, refusal, renderNotices, type TestApp } from '../../app/test-app.ts';
import { refused } from './create-game.ts';

const NAME = 'The Salt Road';
const ALIKE = ['salt  road', 'SALT ROAD', 'a Salt Road', ' The\u00a0Salt Road', 'Ｔｈｅ Ｓａｌｔ Ｒｏａｄ'];
const me = client();

async function aSaved(): Promise<TestApp & { id: string }> {
  const app = openTestApp();
  const { campaign } = await app.services.saveCampaign(me, { name: NAME, description: 'Dust.' });
  return { ...app, id: campaign.id };
}

const namesIn = async ({ store }: TestApp) => (await store.campaigns.list(50)).map(({ name }) => name).sort();

/** As a store has it that was written before names were compared so. */
async function aCollision(): Promise<TestApp & { ids: readonly string[] }> {
  const app = await aSaved();
  const { campaign } = await app.services.saveCampaign(me, { name: 'Another' });
  const project = await app.store.projects.find(campaign.id);
  if (project === undefined) throw new Error('no project');
  await app.store.ledger.commit([
    {
      kind: 'project',
      project: { ...project, name: 'Salt Road', version: project.version + 1 },
      expectedVersion: project.version,
      keys: [],
    },
  ]);
  return { ...app, ids: [app.id, campaign.id] };
}

describe('a campaign name that differs only in case, spacing, width or a leading article', () => {
  it.each(ALIKE)('%j updates the campaign there is, and save_campaign says so', async (name) => {
    const app = await aSaved();
    const saved = await app.services.saveCampaign(me, { name, dm_name: 'Ada' });
    expect(saved).toMatchObject({ isNew: false, isChanged: true, campaign: { id: app.id, name: NAME } });
    expect(renderNotices(saved.notices).join()).toContain(`is the existing campaign "${NAME}"`);
    expect(await namesIn(app)).toEqual([NAME]);
    const again = await app.services.saveCampaign(me, { name });
    expect(again).toMatchObject({ isNew: false, isChanged: false, notices: saved.notices });
  });

  it.each(ALIKE)('%j finds it when a session starts, a turn is played or it is looked at', async (name) => {
    const { services, id } = await aSaved();
    const started = await services.startClaudmasterSession(me, { campaign_name: name });
    expect(started.session).toMatchObject({ project_id: id });
    const other = await services.startSession(client(), { project: name, kind: 'game' });
    expect(other.session.project_id).toBe(id);
    expect((await services.playerAction(client(), { campaign: name, action: 'On.' })).campaign.id).toBe(id);
    expect((await services.getCampaign(client(), { campaign: name })).campaign.campaign_id).toBe(id);
  });

  it('says nothing where the name is spelled as it is', async () => {
    const { services } = await aSaved();
    expect((await services.saveCampaign(me, { name: NAME, dm_name: 'Ada' })).notices).toEqual([]);
  });

  it('finds it by a former name spelled in another way', async () => {
    const app = await aSaved();
    await app.services.saveCampaign(me, { name: NAME, new_name: 'Glass Harbor' });
    expect(await app.services.saveCampaign(me, { name: 'salt   road' })).toMatchObject({ isNew: false });
    expect(await namesIn(app)).toEqual(['Glass Harbor']);
  });

  it('finds it though a project of work has that very name', async () => {
    const { services, id } = await aSaved();
    await services.startSession(client(), { project: 'salt road' });
    expect((await services.saveCampaign(me, { name: 'salt road' })).campaign.id).toBe(id);
    expect((await services.getCampaign(me, { campaign: 'Salt Road' })).campaign.campaign_id).toBe(id);
  });

  it('is refused for another campaign that is renamed, and may be taken by itself', async () => {
    const { services, id } = await aSaved();
    await services.saveCampaign(me, { name: 'Glass Harbor' });
    const onto = { name: 'Glass Harbor', new_name: 'Salt  road' };
    expect(await refusal(services.saveCampaign(me, onto))).toBe('conflict: project_name_taken');
    const renamed = services.renameProject(me, { project: 'Glass Harbor', name: 'salt road' });
    expect(await refusal(renamed)).toBe('conflict: project_name_taken');
    const own = await services.saveCampaign(me, { name: NAME, new_name: 'Salt Road' });
    expect(own.campaign).toMatchObject({ id, name: 'Salt Road' });
  });

  it('conflicts when it is imported, as the same name does', async () => {
    const first = openTestApp();
    await first.services.saveCampaign(me, { name: 'salt road' });
    const { json_path } = await first.services.exportCampaign(me, {
      campaign: 'salt road',
      folder: first.folder,
    });
    const { services, folder, id } = await aSaved();
    const file = join(folder, 'campaign.json');
    writeFileSync(file, readFileSync(json_path));
    expect(await refusal(services.importCampaign(me, { file }))).toBe('conflict: campaign_name_taken');
    expect(await services.importCampaign(me, { file, on_conflict: 'skip' })).toMatchObject({
      campaign_id: id,
    });
  });

  it('is made once when two processes save it at once', async () => {
    const app = await aSaved();
    const { store } = app;
    const stored = await store.campaigns.find(app.id);
    if (stored === undefined) throw new Error('no campaign');
    const made = store.ledger.commit([
      {
        kind: 'project',
        project: {
          id: 'prj_other',
          key: 'name:salt road',
          name: 'salt road',
          kind: 'game',
          anchorPath: null,
          fingerprint: '',
          createdAt: stored.createdAt,
          version: 1,
        },
        expectedVersion: 0,
        keys: ['name:salt road'],
      },
      {
        kind: 'campaign',
        campaign: { ...stored, id: 'prj_other', name: 'salt road', version: 1 },
        expectedVersion: 0,
        event: 'campaign.saved',
        branches: [],
        entities: [],
        removedEntityIds: [],
        patches: [],
        events: [],
      },
    ]);
    expect(await refusal(made)).toBe('conflict: version_conflict');
    expect(await store.projects.find('prj_other')).toBeUndefined();
  });
});

describe('two campaigns whose names count as the same now', () => {
  it('are both reached by their exact names and ids', async () => {
    const { services, ids } = await aCollision();
    const reached = async (campaign: string) =>
      (await services.getCampaign(me, { campaign })).campaign.campaign_id;
    expect(await Promise.all([NAME, 'Salt Road', 'salt road', ...ids].map(reached))).toEqual([
      ids[0],
      ids[1],
      ids[1],
      ...ids,
    ]);
    for (const name of [NAME, 'Salt Road'])
      expect(await services.saveCampaign(me, { name, dm_name: 'Ada' })).toMatchObject({
        isNew: false,
        campaign: { name },
      });
  });

  it('are both named where a name could mean either, and nothing is written', async () => {
    const { services, ids, journalLength } = await aCollision();
    const before = await journalLength();
    for (const call of [
      () => services.saveCampaign(me, { name: 'a salt road' }),
      () => services.startClaudmasterSession(me, { campaign_name: 'a salt road' }),
      () => services.getCampaign(me, { campaign: 'a salt road' }),
    ]) {
      const error = await refused(call());
      expect(error.code).toBe('campaign_ambiguous');
      expect(error.allowed?.toSorted()).toEqual(ids.toSorted());
      for (const name of [NAME, 'Salt Road']) expect(error.message).toContain(JSON.stringify(name));
    }
    expect(await journalLength()).toBe(before);
  });
});
