import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importChange } from '../../../src/campaign/app/import/import-rows.ts';
import { parseCampaignFile } from '../../../src/campaign/app/import/parse-campaign-file.ts';
import { exportName } from '../../../src/campaign/domain/export/campaign-file.ts';
import { type Audience, DM } from '../../../src/campaign/domain/visibility.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';
import { plusMs } from '../../../src/domain/instant.ts';
import { notice } from '../../../src/domain/next-step.ts';
import type { Project } from '../../../src/domain/project/project.ts';
import { openTestApp, refusal, renderNotices, T0, type TestApp } from '../../app/test-app.ts';
import { exportNamed, importInto, me, put, withoutMoment } from './campaign-file.ts';
import { aCampaign, exportIn, NAME, SECRETS } from './create-campaign.ts';

async function another(): Promise<{ app: TestApp; json: string }> {
  const first = openTestApp();
  await aCampaign(first.services);
  return { app: first, json: (await exportIn(first)).json };
}

describe('an exported campaign', () => {
  it('comes back byte for byte from an empty store, on 1,000 turns', { timeout: 300_000 }, async () => {
    const first = openTestApp();
    await aCampaign(first.services, 1_000);
    const { json, made } = await exportIn(first);
    expect(made.counts.events).toBe(1_004);
    const second = openTestApp();
    second.pass(1_000_000);
    const imported = await second.services.importCampaign(me, { file: put(second, json) });
    expect(imported).toMatchObject({ outcome: 'imported', name: NAME, are_ids_kept: true, redacted: {} });
    const again = await exportIn(second);
    expect(basename(again.made.json_path)).toBe(basename(made.json_path));
    expect(withoutMoment(again.json) === withoutMoment(json)).toBe(true);
  });

  it('plays on, and goes back to the other branch, where it was taken in', async () => {
    const { json, app: first } = await another();
    const second = openTestApp();
    await second.services.importCampaign(me, { file: put(second, json) });
    for (const { services } of [first, second]) {
      await services.rewindSession(me, { campaign: NAME, to_turn: 0, branch: 'main' });
      await services.playerAction(me, { campaign: NAME, action: 'On the first road.' });
      await services.rewindSession(me, { campaign: NAME, to_turn: 1 });
    }
    const sections = ['characters', 'quests', 'threads', 'npcs'] as const;
    for (const section of sections) {
      const [a, b] = await Promise.all(
        [first, second].map(({ services }) => services.getCampaign(me, { campaign: NAME, section })),
      );
      const names = (page: unknown) =>
        (page as { entities: { name: string; fields: unknown }[] }).entities.map(({ name, fields }) => ({
          name,
          fields,
        }));
      expect(names(b), section).toEqual(names(a));
    }
  });

  it('gets other ids, all of them alike, beside the one it was made from', async () => {
    const { app, json } = await another();
    const file = put(app, json);
    expect(await refusal(app.services.importCampaign(me, { file }))).toBe('conflict: campaign_name_taken');
    const skipped = await app.services.importCampaign(me, { file, on_conflict: 'skip' });
    expect(skipped.outcome).toBe('skipped');
    const before = await app.journalLength();
    const planned = await app.services.importCampaign(me, { file, on_conflict: 'rename', dry_run: true });
    expect(planned).toMatchObject({ outcome: 'would_import', name: `${NAME} (2)`, are_ids_kept: false });
    expect(await app.journalLength()).toBe(before);
    const copy = await app.services.importCampaign(me, { file, on_conflict: 'rename' });
    expect(copy.campaign_id).toBe(planned.campaign_id);
    const made = await app.services.exportCampaign(me, { campaign: `${NAME} (2)`, folder: app.folder });
    const other = readFileSync(made.json_path, 'utf8');
    const idsOf = (text: string) => new Set(text.match(/(?:ent|evt)_[0-9a-z]{20,}/g));
    const [here, there] = [idsOf(json), idsOf(other)];
    expect(there.size).toBe(here.size);
    expect([...there].filter((id) => here.has(id))).toEqual([]);
    const seal = await app.services.getCampaign(me, {
      campaign: `${NAME} (2)`,
      section: 'items',
      as_player: 'Mira',
    });
    expect(JSON.stringify(seal)).toContain('Wax.');
    expect(withoutMoment((await exportIn(app)).json)).toBe(withoutMoment(json));
    await app.services.rewindSession(me, { campaign: `${NAME} (2)`, to_turn: 0, branch: 'main' });
    expect(withoutMoment((await exportIn(app)).json)).toBe(withoutMoment(json));
  });

  it('contains nothing that the player may not see, in either file', async () => {
    const app = openTestApp();
    await aCampaign(app.services);
    await app.services.rewindSession(me, { campaign: NAME, to_turn: 0, branch: 'main' });
    const party = await exportIn(app, true);
    const mira = await exportIn(app, 'mira');
    for (const text of [party.json, party.markdown, mira.json, mira.markdown]) {
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      expect(text).toContain('The Mill');
    }
    expect(party.markdown).not.toMatch(/I hide the seal|I stole|Wax/);
    expect(mira.markdown).toMatch(/I hide the seal[\s\S]*/);
    expect(mira.markdown).toContain('I stole the seal.');
    expect(mira.json).toContain('Wax.');
    const full = await exportIn(app);
    for (const secret of SECRETS) expect(full.markdown, secret).toContain(secret);
    expect(new Set([party, mira, full].map(({ made }) => made.json_path)).size).toBe(3);
    const file = put(app, party.json);
    expect(await refusal(app.services.importCampaign(me, { file }))).toBe('invalid: campaign_file_partial');
  });

  it('is written into allowed folders only, and before anything is left', async () => {
    const app = openTestApp();
    await aCampaign(app.services);
    const outside = app.services.exportCampaign(me, { campaign: NAME, folder: '/etc' });
    expect(await refusal(outside)).toBe('denied: path_outside_roots');
    const outsideToo = app.services.importCampaign(me, { file: '/etc/passwd' });
    expect(await refusal(outsideToo)).toBe('denied: path_outside_roots');
  });

  it('quotes stored text, so that no line of it looks generated', async () => {
    const app = openTestApp();
    await aCampaign(app.services);
    const { markdown } = await exportIn(app);
    expect(markdown).toContain('> # and a king.');
    expect(markdown).toMatch(/^# The Salt Roads$/m);
    for (const title of ['Recap', 'Party', 'Quests', 'People', 'Places', 'Threads', 'Log', 'Branches'])
      expect(markdown, title).toMatch(new RegExp(`^## ${title}$`, 'm'));
    expect(markdown).toContain('- Perception: 1d20+3 = 15 ([12] + 3)');
  });

  it('is the readable copy when a session ends', async () => {
    const app = openTestApp();
    await aCampaign(app.services);
    const started = await app.services.startClaudmasterSession(me, { campaign_name: NAME });
    const { ended } = await app.services.endClaudmasterSession(me, {
      session_id: started.session.session_id,
      summary_notes: 'We met Orsk.',
      campaign_path: app.folder,
    });
    const [markdown = '', json = ''] = (ended.savePath ?? '').split(' and ');
    const text = readFileSync(markdown, 'utf8');
    expect(basename(markdown)).toMatch(/^the-salt-roads-[0-9a-f]+\.md$/);
    expect(json).toBe(markdown.replace(/\.md$/, '.json'));
    expect(JSON.parse(readFileSync(json, 'utf8')).campaign.name).toBe(NAME);
    expect(text).toContain('## Party');
    expect(text).toContain('> We met Orsk.');
  });

  it('that cannot be written leaves the session ended, with a notice', async () => {
    const app = openTestApp();
    await aCampaign(app.services);
    const { made } = await exportIn(app);
    rmSync(made.markdown_path);
    mkdirSync(made.markdown_path);
    const { session } = await app.services.startClaudmasterSession(me, { campaign_name: NAME });
    const { ended } = await app.services.endClaudmasterSession(me, {
      session_id: session.session_id,
      mode: 'end',
      campaign_path: app.folder,
    });
    expect(ended).toMatchObject({ savePath: null, session: { status: 'ended' } });
    const written = expect.stringMatching(/^The readable copy was not written: ./);
    expect(ended.notices).toEqual([notice(written)]);
    expect(renderNotices(ended.notices).join(' ')).toMatch(/The readable copy was not written: ./);
  });
});

describe('the name of an export', () => {
  const nameOf = (id: string, name: string, audience: Audience = DM, createdAt = T0) =>
    exportName({ id, name, createdAt } as Parameters<typeof exportName>[0], audience);

  it('is another for another campaign, whatever the names are', () => {
    const names = [
      '🐉',
      '🐉🐉',
      '',
      '...',
      'A B',
      'a-b',
      'A/B',
      '../../etc',
      '塩の道',
      'x'.repeat(10_000),
      'con',
    ];
    const made = names.map((name, index) => nameOf(`prj_${index}`, name));
    const inTwoStores = [T0, plusMs(T0, 1)].map((at) => nameOf('prj_1', 'A B', DM, at));
    expect(new Set(inTwoStores).size).toBe(2);
    expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of made) {
      expect(Buffer.byteLength(name)).toBeLessThan(200);
      expect(name).toMatch(/^[\p{L}\p{N}-]+$/u);
    }
    expect(nameOf('prj_1', 'A', { kind: 'party' })).not.toBe(nameOf('prj_1', 'A'));
  });

  it('is plain where letters have a wide form, and short enough where they have many bytes', () => {
    expect(nameOf('prj_1', 'Ｓａｌｔ　Ｒｏａｄｓ')).toBe(nameOf('prj_1', 'Salt Roads'));
    for (const name of ['塩'.repeat(90), '𐍈'.repeat(90)]) {
      const long = nameOf('prj_1', name, { kind: 'character', id: 'ent_1', name });
      expect(Buffer.byteLength(`${long}.json`)).toBeLessThan(220);
    }
  });
});

describe('a campaign of a name that is alike', () => {
  const alike = ['the salt roads', 'Ｔｈｅ Ｓａｌｔ Ｒｏａｄｓ', ' The  Salt\tRoads ', 'The Salt\u00a0Roads'];

  it.each(alike)('is not taken in over one that is there: %j', async (name) => {
    const { app, json } = await another();
    const file = JSON.parse(json);
    file.campaign.name = name;
    const given = JSON.stringify(file);
    expect(await refusal(importInto(app, given))).toBe('conflict: campaign_name_taken');
    expect(await importInto(app, given, { on_conflict: 'skip' })).toMatchObject({
      outcome: 'skipped',
      name: NAME,
    });
    const made = await importInto(app, given, { on_conflict: 'rename' });
    expect(made.name).toBe(`${name.trim()} (2)`);
    const first = await exportNamed(app, NAME);
    const second = await exportNamed(app, made.campaign_id);
    expect(second.made.json_path.toLowerCase()).not.toBe(first.made.json_path.toLowerCase());
    expect(withoutMoment(first.json)).toBe(withoutMoment(json));
  });
});

describe('what no reader would see', () => {
  it('is shown in what people read, and kept as it is in what machines read', async () => {
    const app = openTestApp();
    const { services } = app;
    const name = 'A \u001b[2J\u009b31m tale';
    const words = 'one\u001b]0;x\u0007 \u202etwo\u0085three\tfour\u007f';
    await services.saveCampaign(me, { name, description: words });
    await services.saveEntity(me, {
      campaign: name,
      kind: 'item',
      name: 'Rope\u0008',
      fields: { owner: words },
    });
    await services.startClaudmasterSession(me, { campaign_name: name });
    await services.addSessionNote(me, { note: { summary: words, title: 'n\u001bote' } });
    const { json, markdown } = await exportNamed(app, name);
    const unseen = /(?![\n\t])[\p{Cc}\u202a-\u202e]/u;
    expect(markdown).not.toMatch(unseen);
    const { ended } = await services.endClaudmasterSession(me, {
      session_id: me.connection?.sessionId ?? '',
      summary_notes: words,
      campaign_path: app.folder,
    });
    const copy = readFileSync((ended.savePath ?? '').split(' and ')[0] ?? '', 'utf8');
    expect(copy).not.toMatch(unseen);
    expect(copy.split('> one\\u001b]0;x').length).toBeGreaterThan(4);
    expect(markdown).toContain('# "A \\\\u001b[2J\\\\u009b31m tale"');
    expect(markdown).toContain('> one\\u001b]0;x\\u0007 \\u202etwo\\u0085three\tfour\\u007f');
    expect(markdown).toContain('#### "n\\\\u001bote"');
    expect(JSON.parse(json).campaign).toMatchObject({ name, description: words });
    expect(JSON.parse(json).notes[0].summary).toBe(words);
  });
});

describe('a file that is no campaign', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tests below damage it field by field.
  type Anything = any;
  type Damage = (file: Anything) => void;
  /** The branch that parted from the first, second in the file whatever the clock said. */
  const grownIn: (file: Anything) => Anything = (file) => {
    file.branches.sort((a: Anything, b: Anything) => Number(a.parent !== null) - Number(b.parent !== null));
    return file.branches[1];
  };
  const damages: readonly (readonly [string, Damage])[] = [
    ['campaign.turn', (file) => (file.campaign.turn = 1)],
    ['campaign.turn', (file) => (file.campaign.turn = '3')],
    ['campaign.branch', (file) => (file.campaign.branch = 'brn_none')],
    ['campaign.rules.system', (file) => (file.campaign.rules = {})],
    ['campaign.state.flags.x', (file) => (file.campaign.state.flags = { x: { y: 1 } })],
    ['campaign.id', (file) => (file.campaign.id = '../../x')],
    ['campaign.surprise', (file) => (file.campaign.surprise = 1)],
    ['branches[1].parent', (file) => (grownIn(file).parent = 'brn_x')],
    ['branches', (file) => (file.branches = [])],
    ['branches[1].parent', (file) => (grownIn(file).parent = grownIn(file).id)],
    ['entities[0].fields.hit_points.max', (file) => (file.entities[0].fields.hit_points.max = null)],
    ['entities[0].fields.race', (file) => delete file.entities[0].fields.race],
    ['entities[0].kind', (file) => (file.entities[0].kind = '__proto__')],
    ['entities[0].name', (file) => (file.entities[0].name = '\ud800')],
    ['entities[1]', (file) => (file.entities[1].id = file.entities[0].id)],
    ['entities[1]', (file) => (file.entities[1].name = ' MIRA ')],
    ['entities[0].private_to[0]', (file) => (file.entities[0].private_to = ['prj_x'])],
    ['events[0].effects[0].kind', (file) => (file.events[0].effects[0].kind = 'constructor')],
    ['events[0].turn', (file) => (file.events[0].turn = 99)],
    ['events[0].at', (file) => (file.events[0].at = 'soon')],
    ['events[0].description', (file) => (file.events[0].description = 'x'.repeat(100_001))],
    ['events[1]', (file) => (file.events[1].id = file.events[0].id)],
    [
      'patches[0].target',
      (file) => Object.assign(file.patches[0], { target: 'ent_elsewhere', after: { name: 'x' } }),
    ],
    ['patches[0].target', (file) => (file.patches[0].target = 'constructor')],
    ['patches[0].after.kind', (file) => (file.patches[0].after.kind = 'constructor')],
    ['patches[0].after.name', (file) => delete file.patches[0].after.name],
    ['patches[0].number', (file) => (file.patches[0].number = 0)],
    ['events', (file) => (file.events = { length: 1 })],
  ];

  it.each(damages)('is refused by the path of %s, and nothing is written', async (path, damage) => {
    const { json } = await another();
    const app = openTestApp();
    const file = JSON.parse(json);
    damage(file);
    const before = await app.journalLength();
    const error = await app.services
      .importCampaign(me, { file: put(app, JSON.stringify(file)) })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ThroughlineError);
    expect(error).toMatchObject({ code: 'campaign_file_invalid', fields: [{ field: path }] });
    expect(await app.journalLength()).toBe(before);
    expect(await app.services.listCampaigns(me)).toEqual([]);
  });

  it.each([
    ['', 'campaign_file_not_json'],
    ['{"format": "throughline-campaign"', 'campaign_file_not_json'],
    ['null', 'campaign_file_foreign'],
    ['[]', 'campaign_file_foreign'],
    ['{}', 'campaign_file_foreign'],
    ['{"format":"throughline-campaign","format_version":3}', 'campaign_file_newer'],
    ['{"format":"throughline-campaign","format_version":2}', 'campaign_file_invalid'],
    ['{"format":"throughline-campaign","format_version":0}', 'campaign_file_invalid'],
    ['{"format":"throughline-campaign","format_version":1}', 'campaign_file_invalid'],
    ['['.repeat(100_000), 'campaign_file_not_json'],
  ])('is refused: %s', async (text, code) => {
    const app = openTestApp();
    expect(await refusal(app.services.importCampaign(me, { file: put(app, text) }))).toBe(`invalid: ${code}`);
  });

  it('never takes the entities of another campaign, though it names them', async () => {
    const { app, json } = await another();
    const file = JSON.parse(json);
    file.campaign.id = 'prj_other';
    file.campaign.name = 'Other';
    const made = await app.services.importCampaign(me, { file: put(app, JSON.stringify(file)) });
    expect(made.are_ids_kept).toBe(false);
    expect(withoutMoment((await exportIn(app)).json)).toBe(withoutMoment(json));
  });

  it('leaves nothing when one thing of it is taken', async () => {
    const { app, json } = await another();
    const file = parseCampaignFile(json);
    const imported = importChange(file, 'Other', { campaignId: 'prj_other', areKept: true }, app.now());
    const project = { ...(await app.store.projects.list(1))[0]?.project, id: 'prj_other', version: 1 };
    const commit = (parts: Partial<typeof imported>) =>
      app.store.ledger.commit([
        { kind: 'project', project: project as Project, expectedVersion: 0, keys: [] },
        { ...imported, ...parts },
      ]);
    const before = await app.journalLength();
    expect(await refusal(commit({}))).toBe('conflict: version_conflict');
    expect(await refusal(commit({ entities: [] }))).toBe('conflict: version_conflict');
    expect(await app.journalLength()).toBe(before);
    expect(await app.store.campaigns.find('prj_other')).toBeUndefined();
    expect(await app.store.campaigns.listBranches('prj_other')).toEqual([]);
    expect(withoutMoment((await exportIn(app)).json)).toBe(withoutMoment(json));
  });

  it('brings in no secrets that the redactor knows', async () => {
    const { json } = await another();
    const app = openTestApp();
    const key = `AKIA${'ABCDEFGHIJKLMNOP'}`;
    const file = put(app, json.replaceAll('A guide.', `A guide with ${key}.`));
    const made = await app.services.importCampaign(me, { file });
    expect(Object.keys(made.redacted).length).toBeGreaterThan(0);
    expect((await exportIn(app)).json).not.toContain(key);
  });
});
