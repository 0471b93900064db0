import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { client, openTestApp, type TestApp } from '../../app/test-app.ts';
import { aCampaign, NAME } from './create-campaign.ts';

export const me = client('/repos/table');

/** Two exports of one campaign differ in when they were made. */
export const withoutMoment = (json: string) => json.replace(/"exported_at": "[^"]*"/, '');

export function put(app: TestApp, json: string): string {
  const file = join(app.folder, 'given.json');
  writeFileSync(file, json);
  return file;
}

export const importInto = (app: TestApp, json: string, more: object = {}) =>
  app.services.importCampaign(me, { file: put(app, json), ...more });

export async function exportNamed(app: TestApp, campaign: string, as_player?: boolean | string) {
  const made = await app.services.exportCampaign(me, { campaign, folder: app.folder, as_player });
  return {
    json: readFileSync(made.json_path, 'utf8'),
    markdown: readFileSync(made.markdown_path, 'utf8'),
    made,
  };
}

/** Words that only a game master may read, each in another place. */
export const WRITTEN_SECRETS = ['the ferryman lies', 'a title that tells', 'left for Ada alone', 'whispered'];

/** The campaign with four sessions: one that ended, one that was closed, one that is paused, one under way. */
export async function aPlayedCampaign() {
  const app = openTestApp();
  const { services } = app;
  await aCampaign(services);
  const sitDown = async (title: string) => {
    const caller = client('/repos/table');
    const { session } = await services.startSession(caller, {
      project: NAME,
      title,
      agent: 'Ada',
      resume: false,
    });
    return { caller, session_id: session.session_id };
  };
  const play = async ({ caller, session_id }: Awaited<ReturnType<typeof sitDown>>, action: string) => {
    app.pass(60_000);
    await services.playerAction(caller, { session_id, action, character_name: 'Mira' });
  };
  const ended = await sitDown('The mill');
  await play(ended, 'I climb the mill.');
  await play(ended, 'I read the ledger.');
  await services.addSessionNote(ended.caller, {
    session_id: ended.session_id,
    note: {
      summary: 'They climbed the mill.\n# And read.',
      title: 'Up there',
      sessionNumber: 2,
      events: ['A gull screamed.'],
      charactersPresent: ['Mira', 'Malvane'],
      npcsEncountered: ['Orsk', 'Malvane'],
      questUpdates: { 'Find the map': 'half of it' },
      experienceGained: 12.5,
      treasureFound: ['a spoon'],
      notes: 'Ann was late.',
    },
  });
  await services.addSessionNote(ended.caller, {
    session_id: ended.session_id,
    note: { summary: 'whispered', visibility: 'private' },
  });
  app.pass(60_000);
  await services.endClaudmasterSession(ended.caller, {
    session_id: ended.session_id,
    mode: 'end',
    summary_notes: 'They are at the mill. left for Ada alone',
  });
  app.pass(3_600_000);
  const closed = await sitDown('a title that tells');
  await play(closed, 'I sleep.');
  await services.closeSession(closed.caller, {
    session_id: closed.session_id,
    reason: 'late',
    epitaph: 'Short, and quiet.',
  });
  app.pass(3_600_000);
  const paused = await sitDown('The road');
  await play(paused, 'I ride.');
  await services.addSessionNote(paused.caller, {
    session_id: paused.session_id,
    note: { summary: 'the ferryman lies', visibility: 'dm_only' },
  });
  app.pass(60_000);
  await services.endClaudmasterSession(paused.caller, {
    session_id: paused.session_id,
    summary_notes: 'They ride north.',
  });
  app.pass(3_600_000);
  const underWay = await sitDown('The ford');
  await play(underWay, 'I wade in.');
  return { app, ended, closed, paused, underWay };
}
