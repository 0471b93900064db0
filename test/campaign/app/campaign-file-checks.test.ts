import { describe, expect, it } from 'vitest';
import { parseCampaignFile } from '../../../src/campaign/app/import/parse-campaign-file.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';
import { nextStep } from '../../../src/domain/next-step.ts';
import { openTestApp } from '../../app/test-app.ts';
import { aPlayedCampaign, exportNamed, importInto, me, withoutMoment } from './campaign-file.ts';
import { exportIn, NAME } from './create-campaign.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests below damage it field by field.
type Anything = any;

interface Problem {
  readonly field: string;
  readonly problem: string;
  readonly limit?: number;
}

/** Any of a row's kind, with its place in the file. */
interface Found {
  readonly row: Anything;
  readonly path: string;
}

let kept: Promise<string> | undefined;

async function exportOne(): Promise<string> {
  const { app } = await aPlayedCampaign();
  await app.services.saveEntity(me, {
    campaign: NAME,
    kind: 'character',
    name: 'Borin',
    fields: { inventory: [{ name: 'rope', quantity: 2, notes: null }] },
  });
  return (await exportIn(app)).json;
}

/** A sound file, fresh for each test to damage. */
async function soundFile(): Promise<Anything> {
  kept ??= exportOne();
  return JSON.parse(await kept);
}

function problemOf(file: Anything): Problem | 'accepted' {
  try {
    parseCampaignFile(JSON.stringify(file));
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    expect(error.code).toBe('campaign_file_invalid');
    expect(error.hint).toContain('correct that field');
    expect(error.next).toEqual([nextStep('campaign.export')]);
    expect(error.message).toContain(error.fields?.[0]?.field);
    return error.fields?.[0] as Problem;
  }
}

const find = (file: Anything, list: string, isMeant: (row: Anything) => boolean): Found => {
  const index = file[list].findIndex(isMeant);
  expect(index, `${list} has one that is meant`).toBeGreaterThanOrEqual(0);
  return { row: file[list][index], path: `${list}[${index}]` };
};
const named = (file: Anything, name: string): Found => find(file, 'entities', (row) => row.name === name);
const long = (length: number) => 'x'.repeat(length);

describe('a bound that the tools keep', () => {
  const noted = (file: Anything) => find(file, 'notes', ({ title }) => title === 'Up there').row;
  const cases: readonly (readonly [string, number | undefined, (file: Anything) => void])[] = [
    [
      'entities[0].fields.hit_points.current',
      12,
      ({ entities }) => (entities[0].fields.hit_points.current = 99),
    ],
    [
      'entities[0].fields.hit_points.current',
      0,
      ({ entities }) => (entities[0].fields.hit_points.current = -1),
    ],
    [
      'entities[0].fields.hit_points.max',
      1_000_000,
      ({ entities }) => (entities[0].fields.hit_points.max = 1_000_001),
    ],
    [
      'entities[0].fields.hit_points.temporary',
      undefined,
      ({ entities }) => (entities[0].fields.hit_points.temporary = 0.5),
    ],
    ['entities[0].fields.slots.1.current', 2, ({ entities }) => (entities[0].fields.slots[1].current = 3)],
    [
      'entities[1].fields.inventory[0].quantity',
      1,
      (file) => (file.entities[1].fields.inventory[0].quantity = 0),
    ],
    [
      'entities[0].fields.classes[0].level',
      1_000,
      ({ entities }) => (entities[0].fields.classes[0].level = 1_001),
    ],
    ['entities[0].name', 200, ({ entities }) => (entities[0].name = long(201))],
    ['entities[0].name', 1, ({ entities }) => (entities[0].name = ' ')],
    ['entities[0].fields.race', 1_000, ({ entities }) => (entities[0].fields.race = long(1_001))],
    ['entities[0].fields.notes', undefined, ({ entities }) => (entities[0].fields.notes = 'a\u0000b')],
    ['entities[0].fields.notes', undefined, ({ entities }) => (entities[0].fields.notes = 'a\ud83d')],
    [
      'a name in entities[0].fields.abilities',
      100,
      ({ entities }) => (entities[0].fields.abilities[long(101)] = 1),
    ],
    ['events[0].importance', 5, ({ events }) => (events[0].importance = 6)],
    ['events[0].importance', 1, ({ events }) => (events[0].importance = 0)],
    ['events[0].actor', 200, ({ events }) => (events[0].actor = long(201))],
    ['events[0].tags', 500, ({ events }) => (events[0].tags = Array(501).fill('t'))],
    ['events[0].rolls', 50, ({ events }) => (events[0].rolls = Array(51).fill(events[0].rolls[0]))],
    ['events[0].rolls[0].notation', 200, ({ events }) => (events[0].rolls[0].notation = long(201))],
    ['events[0].rolls[0].total', 1_000_000_000_000, ({ events }) => (events[0].rolls[0].total = 1e13)],
    ['events[0].narration', 100_000, ({ events }) => (events[0].narration = long(100_001))],
    ['events[0].at', undefined, ({ events }) => (events[0].at = '2026-02-30T00:00:00.000Z')],
    ['campaign.description', 5_000, ({ campaign }) => (campaign.description = long(5_001))],
    ['campaign.rules.house', 1_000, ({ campaign }) => (campaign.rules.house = long(1_001))],
    ['campaign.state.round', 0, ({ campaign }) => (campaign.state.round = -1)],
    ['campaign.state.party_funds.gp', 0, ({ campaign }) => (campaign.state.party_funds.gp = -1)],
    ['campaign.state.flags.x', undefined, ({ campaign }) => (campaign.state.flags.x = long(2_001))],
    ['campaign.name', 200, ({ campaign }) => (campaign.name = long(201))],
    ['sessions[1].title', 300, ({ sessions }) => (sessions[1].title = long(301))],
    ['sessions[1].active_ms', 0, ({ sessions }) => (sessions[1].active_ms = -1)],
    ['notes[0].events', 1_000, (file) => (noted(file).events = Array(1_001).fill('e'))],
    ['notes[0].title', 300, (file) => (noted(file).title = long(301))],
    ['notes[0].summary', 1, (file) => (noted(file).summary = '')],
    ['notes[0].experience_gained', 0, (file) => (noted(file).experience_gained = -1)],
    ['notes[0].visibility', undefined, (file) => (noted(file).visibility = 'all')],
  ];

  it.each(cases)('is kept by %s, of which the limit is %s', async (field, limit, damage) => {
    const file = await soundFile();
    damage(file);
    const problem = problemOf(file);
    expect(problem).toMatchObject({ field });
    if (limit !== undefined) expect(problem).toMatchObject({ limit });
  });
});

describe('a file with several problems', () => {
  const fieldsOf = (file: Anything): readonly Problem[] => {
    try {
      parseCampaignFile(JSON.stringify(file));
    } catch (error) {
      if (error instanceof ThroughlineError) return (error.fields ?? []) as readonly Problem[];
    }
    throw new Error('it was accepted');
  };

  it('is refused with all of them, each with what is expected and what was given', async () => {
    const file = await soundFile();
    file.campaign.turn = 'two';
    delete file.events[0].narration;
    file.events[0].naration = null;
    file.entities[0].kind = 'dragon';
    file.entities[1].fields.hit_points.current = 99;
    file.sessions[0].id = 'nobody';
    const kinds = 'character, npc, location, quest, item, faction, thread';
    expect(fieldsOf(file)).toEqual([
      { field: 'events[0].naration', problem: 'is not known' },
      { field: 'campaign.turn', problem: 'must be a number, not text' },
      { field: 'entities[0].kind', problem: `must be one of ${kinds}, not "dragon"` },
      {
        field: 'entities[1].fields.hit_points.current',
        problem: expect.stringMatching(/^is 99; it must be at most max, \d+$/),
        limit: expect.any(Number),
      },
      { field: 'events[0].narration', problem: 'is missing; it must be text' },
      { field: 'sessions[0].id', problem: 'must be an id that begins with ses_, not "nobody"' },
    ]);
  });

  it('is refused with the first twenty, however many there are', async () => {
    const file = await soundFile();
    const { row, path } = find(file, 'patches', ({ after }) => after.kind === 'character');
    row.after = Object.fromEntries(Object.keys(row.after).map((key) => [key, 0.5]));
    for (const event of file.events) event.at = 'soon';
    file.events = file.events.concat(Array(200_000).fill({}));
    file.campaign.state.flags = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`f${at}`, []]),
    );
    const fields = fieldsOf(file);
    expect(fields).toHaveLength(20);
    expect(fields[0]).toMatchObject({ field: 'campaign.state.flags.f0' });
    const later = await soundFile();
    later.patches[file.patches.indexOf(row)].after = row.after;
    expect(fieldsOf(later).length).toBeGreaterThan(5);
    for (const { field } of fieldsOf(later)) expect(field.startsWith(`${path}.after.`)).toBe(true);
  });

  it('keeps a name that JavaScript keeps for itself, and what it holds is checked', async () => {
    const file = await soundFile();
    file.campaign.state.flags = JSON.parse('{"__proto__":["x"]}');
    expect(problemOf(file)).toMatchObject({ field: 'campaign.state.flags.__proto__' });
    file.campaign.state.flags = JSON.parse('{"__proto__":"sung"}');
    expect(problemOf(file)).toMatchObject({
      field: 'campaign.state.flags',
      problem: expect.stringMatching(/^differs from patches\[\d+\]\.after$/),
    });
  });
});

describe('a file that contradicts itself', () => {
  const lastOn = (file: Anything, list: string, branch: string): number =>
    file[list].findLastIndex((row: Anything) => row.branch === branch);
  /** The one that was played first, and left. */
  const MAIN = 'main';

  const cases: readonly (readonly [string, RegExp, (file: Anything) => string | undefined])[] = [
    [
      'an entity that is not what its patches made',
      /differs from patches\[\d+\]\.after/,
      (file) => {
        const { row, path } = named(file, 'Mira');
        row.fields.hit_points.current -= 1;
        return `${path}.fields.hit_points`;
      },
    ],
    [
      'an entity that no patch made',
      /no patch creates/,
      (file) => {
        file.entities.push({ ...named(file, 'Orsk').row, id: 'ent_new', name: 'New' });
        return `entities[${file.entities.length - 1}].kind`;
      },
    ],
    [
      'an entity that is missing',
      /is not among the entities/,
      (file) => {
        const { id } = named(file, 'Orsk').row;
        file.entities = file.entities.filter((one: Anything) => one.id !== id);
        return undefined;
      },
    ],
    [
      'a state that no patch made',
      /is not an initial value|differs from patches/,
      (file) => {
        file.campaign.state.party_funds = { gp: 7 };
        return 'campaign.state.party_funds';
      },
    ],
    [
      'a patch that says another thing was there before',
      /differs from/,
      (file) => {
        const { row, path } = find(
          file,
          'patches',
          ({ before }) => before['fields.hit_points'] !== undefined && before.kind === undefined,
        );
        row.before['fields.hit_points'].current += 1;
        row.before['fields.hit_points'].max += 1;
        return `${path}.before.fields.hit_points`;
      },
    ],
    [
      'a patch of a branch that was left',
      /differs from the value at that turn/,
      (file) => {
        const index = file.patches.findLastIndex(
          ({ branch, before }: Anything) => branch === MAIN && before['fields.hit_points'] !== undefined,
        );
        file.patches[index].before['fields.hit_points'].temporary += 1;
        return `patches[${index}].before.fields.hit_points`;
      },
    ],
    [
      'a patch that was cut out of its turn',
      /is missing/,
      (file) => {
        const { row } = find(file, 'patches', ({ turn }) => turn === 2);
        file.patches = file.patches.filter((one: Anything) => one !== row);
        return undefined;
      },
    ],
    [
      'the last patch of a turn cut off',
      /differs from/,
      (file) => {
        file.patches.splice(
          file.patches.findLastIndex(({ branch, turn }: Anything) => branch === MAIN && turn === 2),
          1,
        );
        return undefined;
      },
    ],
    [
      'all patches gone',
      /refers to something that no patch creates/,
      (file) => {
        file.patches = [];
        return 'entities[0].kind';
      },
    ],
    [
      'two of one name on a branch that was left',
      /two entities of one kind with the same name at the end of turn/,
      (file) => {
        const at = lastOn(file, 'patches', MAIN);
        const { row } = find(file, 'branches', ({ id }) => id === MAIN);
        file.patches.splice(at + 1, 0, {
          ...file.patches[at],
          turn: row.last_turn,
          number: file.patches[at].turn === row.last_turn ? file.patches[at].number + 1 : 1,
          target: named(file, 'Borin').row.id,
          before: { name: 'Borin' },
          after: { name: ' mira' },
        });
        return `patches[${at + 1}].after`;
      },
    ],
    [
      'a turn that is missing',
      /but turn 2 of its branch comes next/,
      (file) => {
        file.events = file.events.filter(({ turn, branch }: Anything) => turn !== 2 || branch !== MAIN);
        return undefined;
      },
    ],
    [
      'the last turn of a branch missing',
      /but the events end at turn/,
      (file) => {
        file.events.splice(lastOn(file, 'events', MAIN), 1);
        return undefined;
      },
    ],
    [
      'a turn that appears twice',
      /comes next/,
      (file) => {
        file.events.splice(1, 0, { ...file.events[0], id: 'evt_again' });
        return 'events[1].turn';
      },
    ],
    [
      'an event of no branch',
      /is no branch/,
      (file) => {
        file.events[0].branch = 'brn_0';
        return 'events[0].branch';
      },
    ],
    [
      'a branch that begins after the start',
      /must be 0/,
      (file) => {
        const { row, path } = find(file, 'branches', ({ parent }) => parent === null);
        row.forked_at = 1;
        return `${path}.forked_at`;
      },
    ],
    [
      'somebody who may know and is nobody',
      /is no character/,
      (file) => {
        const { row, path } = named(file, 'Seal');
        row.private_to = ['ent_nobody'];
        return `${path}.private_to[0]`;
      },
    ],
    [
      'somebody who may know what all know',
      /must be empty with visibility public/,
      (file) => {
        const { row } = named(file, 'Mira');
        file.events[0].private_to = [row.id];
        return 'events[0].private_to';
      },
    ],
    [
      'an event of an unknown session',
      /is no session/,
      (file) => {
        file.events[0].session_id = 'ses_0';
        return 'events[0].session_id';
      },
    ],
    [
      'a note of an unknown session',
      /is no session/,
      (file) => {
        file.notes[0].session_id = 'ses_0';
        return 'notes[0].session_id';
      },
    ],
    [
      'a handoff with the note of another session',
      /is no note of this session/,
      (file) => {
        const { row, path } = find(file, 'sessions', ({ handoff }) => handoff !== null);
        const { row: other } = find(file, 'notes', ({ session_id }) => session_id !== row.id);
        row.handoff.note_id = other.id;
        return `${path}.handoff.note_id`;
      },
    ],
    [
      'sessions in a cycle',
      /forms a loop/,
      (file) => {
        const ids = file.sessions.map(({ id }: Anything) => id);
        file.sessions[0].successor_id = ids[1];
        file.sessions[1].successor_id = ids[0];
        return 'sessions[0].successor_id';
      },
    ],
    [
      'a session that is active',
      /must be one of paused, ended, closed/,
      (file) => {
        file.sessions[0].status = 'active';
        return 'sessions[0].status';
      },
    ],
    [
      'a paused session that ended',
      /must be null while status is paused/,
      (file) => {
        const { row, path } = find(file, 'sessions', ({ status }) => status === 'paused');
        row.ended_at = row.paused_at;
        return `${path}.ended_at`;
      },
    ],
    [
      'a session that ended before it began',
      /is before started_at/,
      (file) => {
        file.sessions[0].ended_at = '1999-01-01T00:00:00.000Z';
        return 'sessions[0].ended_at';
      },
    ],
    [
      'sessions out of order',
      /must be 1/,
      (file) => {
        file.sessions.reverse();
        return 'sessions[0].number';
      },
    ],
  ];

  it.each(cases)('is refused: %s', async (_, why, damage) => {
    const file = await soundFile();
    const field = damage(file);
    const problem = problemOf(file);
    expect(problem).not.toBe('accepted');
    if (problem === 'accepted') return;
    expect(problem.problem).toMatch(why);
    if (field !== undefined) expect(problem.field).toBe(field);
  });

  it('is sound to begin with, whatever the order of its patches', async () => {
    const file = await soundFile();
    expect(problemOf(file)).toBe('accepted');
    file.patches.reverse();
    expect(problemOf(file)).toBe('accepted');
  });

  it('leaves nothing in the store', async () => {
    const app = openTestApp();
    const file = await soundFile();
    file.notes[0].session_id = 'ses_0';
    const before = await app.journalLength();
    await expect(importInto(app, JSON.stringify(file))).rejects.toThrow('notes[0].session_id');
    expect(await app.journalLength()).toBe(before);
    expect(await app.services.listCampaigns(me)).toEqual([]);
  });
});

describe('what play has made of a campaign', () => {
  it('comes back though it has grown beyond what one call may bring', async () => {
    const app = openTestApp();
    const { services } = app;
    const campaign = 'Grown';
    await services.saveCampaign(me, { name: campaign });
    await services.saveEntity(me, { campaign, kind: 'character', name: 'Mira' });
    await services.saveEntity(me, { campaign, kind: 'npc', name: 'Orsk' });
    const learn = (text: string) =>
      services.playerAction(me, {
        campaign,
        action: 'I listen.',
        changes: [
          { kind: 'npc', npc: 'Orsk', learned: text.repeat(60_000) },
          { kind: 'funds', coin: 'gp', amount: 1_000_000 },
          ...Array.from({ length: 190 }, (_, index) => ({
            kind: 'item' as const,
            character: 'Mira',
            item: `${text} ${index}`,
            quantity: 1_000_000,
          })),
        ],
      });
    for (const text of ['a', 'b', 'c']) await learn(text);
    const { json: first } = await exportNamed(app, campaign);
    const other = openTestApp();
    await importInto(other, first);
    expect(withoutMoment((await exportNamed(other, campaign)).json) === withoutMoment(first)).toBe(true);
    expect(JSON.parse(first).entities[1].fields.known.length).toBeGreaterThan(180_000);
  });

  it('comes back though what stands for a secret is longer than the secret was', async () => {
    const app = openTestApp();
    const campaign = 'Marked';
    await app.services.saveCampaign(me, { name: campaign });
    const name = `${'x'.repeat(179)} AKIA${'ABCDEFGHIJKLMNOP'}`;
    const { entity } = await app.services.saveEntity(me, { campaign, kind: 'item', name });
    expect(entity.name.length).toBeGreaterThan(200);
    const { json: first } = await exportNamed(app, campaign);
    expect((await importInto(openTestApp(), first)).outcome).toBe('imported');
  });

  it('is refused where two names differed by their secrets only', async () => {
    const app = openTestApp();
    const campaign = 'Twins';
    await app.services.saveCampaign(me, { name: campaign });
    for (const name of ['key ONE', 'key TWO'])
      await app.services.saveEntity(me, { campaign, kind: 'item', name });
    const secret = (last: string) => `AKIA${'ABCDEFGHIJKLMNO'}${last}`;
    const { json: first } = await exportNamed(app, campaign);
    const other = openTestApp();
    const twins = first.replaceAll('ONE', secret('A')).replaceAll('TWO', secret('B'));
    await expect(importInto(other, twins)).rejects.toThrow('entities[1] appears twice');
    expect(await other.services.listCampaigns(me)).toEqual([]);
  });
});
