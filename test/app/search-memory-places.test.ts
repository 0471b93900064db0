import { describe, expect, it } from 'vitest';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { digestOf } from '../../src/domain/id.ts';
import { CAMPAIGN } from '../campaign/app/create-game.ts';
import { Conversation } from '../support/hook.ts';
import { openSearchApp } from './search-app.ts';
import { client, days, minutes, statelessCaller } from './test-app.ts';

describe('scope', () => {
  async function threePlaces() {
    const at = openSearchApp();
    await at.keep('lantern oil of our own');
    await at.keep('lantern oil for everybody', { project: null });
    await at.keep('lantern oil of the others', { project: 'other' });
    return at;
  }

  it('searches this project and the global records, and no other project', async () => {
    const { texts } = await threePlaces();
    expect((await texts('lantern oil')).sort()).toEqual([
      'lantern oil for everybody',
      'lantern oil of our own',
    ]);
    expect(await texts('"of the others"', { min_score: 0 })).toEqual([]);
  });

  it('names the project of each hit only in a search over all projects', async () => {
    const { hits } = await threePlaces();
    const places = (await hits('oil', { project: '*' })).map(({ record, why }) => [
      record.content,
      /^in "[a-z]+"/.exec(why)?.[0],
    ]);
    expect(Object.fromEntries(places)).toEqual({
      'lantern oil for everybody': undefined,
      'lantern oil of our own': 'in "ledger"',
      'lantern oil of the others': 'in "other"',
    });
    for (const { why } of await hits('oil')) expect(why).not.toContain('in "');
  });

  it('reads null as global only, * as everywhere, and a name as that project and global', async () => {
    const { texts } = await threePlaces();
    expect(await texts('oil', { project: null })).toEqual(['lantern oil for everybody']);
    expect(await texts('oil', { project: '*' })).toHaveLength(3);
    expect((await texts('oil', { project: 'other' })).sort()).toEqual([
      'lantern oil for everybody',
      'lantern oil of the others',
    ]);
    expect(await texts('', { project: null })).toEqual(['lantern oil for everybody']);
  });

  it('limits words and newest records to a type or a category', async () => {
    const { keep, texts } = openSearchApp();
    await keep('oil is stored in the cellar', { type: 'decision', category: 'lesson' });
    await keep('oil is never stored in the hall', { type: 'constraint', category: 'lesson' });
    await keep('oil smells');
    for (const query of ['oil', '']) {
      expect(await texts(query, { type: 'constraint' })).toEqual(['oil is never stored in the hall']);
      expect(await texts(query, { category: 'lesson' })).toHaveLength(2);
      expect(await texts(query, { type: 'decision', category: 'lesson' })).toHaveLength(1);
      expect(await texts(query, { type: 'decision', category: 'general' })).toEqual([]);
    }
  });
});

describe('a game', () => {
  async function aTable() {
    const at = openSearchApp();
    const { services, caller } = at;
    await services.startSession(statelessCaller(), {});
    for (const name of [CAMPAIGN, 'The Short Way'])
      await services.saveCampaign(caller, { name, description: 'D.' });
    const campaign = CAMPAIGN;
    await services.saveEntity(caller, { campaign, kind: 'character', name: 'Mira' });
    const added = await services.addEvent(caller, {
      campaign,
      event_type: 'world',
      description: 'A glacier calves into the bay.',
    });
    const inside = { project: CAMPAIGN, min_score: 0 };
    return { ...at, campaign, inside, eventId: added.event.id };
  }

  it('finds and labels its events inside it, and in no other game or project', async () => {
    const { hits, inside, eventId } = await aTable();
    const [hit] = await hits('glacier', inside);
    expect(hit).toMatchObject({ kind: 'event', record: { id: eventId, type: 'event' } });
    expect(hit?.why).toContain('an event of the game');
    expect(await hits('glacier', { min_score: 0, project: 'ledger' })).toEqual([]);
    expect(await hits('glacier', { min_score: 0, project: 'The Short Way' })).toEqual([]);
    expect(await hits('glacier', { min_score: 0, project: null })).toEqual([]);
    expect(await hits('glacier', { project: '*' })).toHaveLength(1);
  });

  it('finds what it hides from players inside it, labeled, and never across all projects', async () => {
    const { hits, inside, services, caller, campaign } = await aTable();
    const event = { campaign, event_type: 'world' as const };
    await services.addEvent(caller, {
      ...event,
      description: 'The baron is a vampire.',
      visibility: 'dm_only',
    });
    await services.addEvent(caller, {
      ...event,
      description: 'The vampire bit me.',
      visibility: 'private',
      private_to: ['Mira'],
    });
    const game = client('/repos/table');
    await services.startClaudmasterSession(game, { campaign_name: campaign });
    for (const visibility of ['dm_only', 'private'] as const)
      await services.addSessionNote(game, {
        note: { summary: `A vampire note, ${visibility}.`, visibility },
      });
    const found = await hits('vampire', inside);
    expect(found.map(({ kind }) => kind).sort()).toEqual(['event', 'event', 'note', 'note']);
    for (const { why, record } of found) expect(why, record.content).toContain('hidden from players');
    for (const status of ['active', 'all'] as const)
      expect(await hits('vampire', { project: '*', min_score: 0, status })).toEqual([]);
  });

  it('leaves out rewound events, and shows them with status all', async () => {
    const { texts, inside, services, caller, campaign, pass } = await aTable();
    await services.playerAction(caller, { campaign, action: 'We camp.' });
    pass(minutes(1));
    await services.playerAction(caller, { campaign, action: 'We wake the kraken.' });
    expect(await texts('kraken', inside)).toHaveLength(1);
    await services.rewindSession(caller, { campaign, to_turn: 1, reason: 'a roll was wrong' });
    expect(await texts('kraken', inside)).toEqual([]);
    expect(await texts('kraken', { project: '*', min_score: 0 })).toEqual([]);
    expect(await texts('kraken', { ...inside, status: 'all' })).toHaveLength(1);
    await services.playerAction(caller, { campaign, action: 'We walk around the kraken.' });
    expect(await texts('kraken', inside)).toEqual([expect.stringContaining('around')]);
  });
});

describe('texts that are not records', () => {
  it('finds a note of a session by every part of it, under its id', async () => {
    const { services, caller, hits } = openSearchApp();
    const { note, session } = await services.addSessionNote(caller, {
      note: { summary: 'Tests pass.', title: 'Tuesday', events: ['the periscope was polished'] },
    });
    for (const query of ['periscope', 'Tuesday tests']) {
      const [hit] = await hits(query);
      expect(hit).toMatchObject({
        kind: 'note',
        record: { id: note.id, type: 'note', session_id: session.id },
      });
      expect(hit?.why).toContain('a note of a session');
    }
    await services.addSessionNote(caller, { note: { summary: 'Tests fail.', events: [] }, note_id: note.id });
    expect(await hits('periscope', { min_score: 0 })).toEqual([]);
  });

  it('finds the last message of a turn under its session', async () => {
    const { deps, hits, services } = openSearchApp();
    const agent = client('/repos/ledger', 'conversation-1');
    await createHookServices(() => deps).onStop(agent, {
      transcriptPath: null,
      digest: digestOf('one'),
      lastWords: 'I moved the retry logic into the periscope module.',
    });
    const { sessions } = await services.getSessions(agent, {});
    const [hit] = await hits('retry periscope');
    expect(hit).toMatchObject({
      kind: 'turn',
      record: { id: sessions[0]?.session_id, type: 'turn' },
    });
    expect(hit?.why).toContain('said by the agent');
    expect(await hits('retry periscope', { project: 'elsewhere' }).catch(() => [])).toEqual([]);
  });

  it.each([null, '', ' \n'])('a turn without words is counted and not found: %j', async (lastWords) => {
    const { deps, hits, services } = openSearchApp();
    const agent = client('/repos/ledger', 'conversation-1');
    await createHookServices(() => deps).onStop(agent, {
      transcriptPath: null,
      digest: digestOf('one'),
      lastWords,
    });
    const { sessions } = await services.getSessions(agent, {});
    expect(sessions).toMatchObject([{ turn_count: 1 }]);
    expect(await hits('a turn without words', { min_score: 0 })).toEqual([]);
  });

  describe('near-duplicates', () => {
    const REPORT =
      'I moved the retry logic of the payment service into the periscope module and ran all tests';
    const idsAlike = (why = '') => /nearly the same: ([^;]*)/.exec(why)?.[1]?.split(', ') ?? [];

    it('names another session once, and never the session of the hit', async () => {
      const { deps, hits, services } = openSearchApp();
      for (const conversation of ['first', 'second'])
        for (const mark of ['.', '!', '!!'])
          await createHookServices(() => deps).onStop(client('/repos/ledger', conversation), {
            transcriptPath: null,
            digest: digestOf(conversation + mark),
            lastWords: REPORT + mark,
          });
      const [hit, ...others] = await hits('retry periscope');
      expect(others).toEqual([]);
      const { sessions } = await services.getSessions(client('/repos/ledger'), {});
      const sessionIds = sessions.map(({ session_id }) => session_id);
      expect(sessionIds).toHaveLength(2);
      expect([hit?.record.id, ...idsAlike(hit?.why)].sort()).toEqual(sessionIds.sort());
    });

    it('names a capture by the id that it is read under', async () => {
      const { services, folder, hits } = openSearchApp();
      const captured = async (name: string) => {
        const talk = new Conversation({ home: folder, project: '/repos/ledger' }, name);
        talk.asks('Go on').says(`${REPORT}.`).asks('And?').says(`${REPORT}!`);
        const { capture } = await services.captureNow(client('/repos/ledger', name), {
          transcript_path: talk.path,
        });
        return capture.id;
      };
      const captureIds = [await captured('first'), await captured('second')];
      const [hit] = await hits('retry periscope');
      expect([hit?.record.id, ...idsAlike(hit?.why)].sort()).toEqual(captureIds.sort());
    });
  });

  it('finds both sides of a captured transcript under the capture, each line once', async () => {
    const { services, folder, hits, pass } = openSearchApp();
    const talk = new Conversation({ home: folder, project: '/repos/ledger' }, 'talk');
    talk
      .asks('Please polish the periscope')
      .does('Bash', { command: 'polish' })
      .says('The periscope shines.');
    const agent = client('/repos/ledger', 'talk');
    const { capture } = await services.captureNow(agent, { transcript_path: talk.path });
    pass(minutes(1));
    talk.asks('And now the anchor');
    const later = await services.captureNow(agent, { transcript_path: talk.path });
    const found = (await hits('periscope', { min_score: 0 })).filter(({ why }) =>
      why.includes('contains periscope'),
    );
    expect(found.map(({ kind, record }) => [kind, record.content]).sort()).toEqual([
      ['capture', 'Please polish the periscope'],
      ['capture', 'The periscope shines.'],
    ]);
    for (const { record, why } of found) {
      expect([capture.id, later.capture.id]).toContain(record.id);
      expect(why).toContain('from a captured transcript');
    }
    expect((await hits('anchor', { min_score: 0 })).map(({ record }) => record.id)).toContain(
      later.capture.id,
    );
  });

  it('excludes them from searches for a type or category and from the newest records', async () => {
    const { services, caller, hits } = openSearchApp();
    await services.addSessionNote(caller, { note: { summary: 'The periscope was polished.' } });
    expect(await hits('periscope', { type: 'memory', min_score: 0 })).toEqual([]);
    expect(await hits('periscope', { category: 'general', min_score: 0 })).toEqual([]);
    expect(await hits('')).toEqual([]);
  });

  it('limits them by their time', async () => {
    const { services, caller, hits, pass, now } = openSearchApp();
    await services.addSessionNote(caller, { note: { summary: 'The periscope was polished.' } });
    const then = now();
    pass(days(3));
    expect(await hits('periscope', { since: now(), min_score: 0 })).toEqual([]);
    expect(await hits('periscope', { until: then })).toHaveLength(1);
    expect(await hits('periscope', { as_of: then })).toHaveLength(1);
  });

  it('finds them for a caller without a session', async () => {
    const { services, caller } = openSearchApp();
    await services.addSessionNote(caller, { note: { summary: 'The periscope was polished.' } });
    expect((await services.searchMemory(statelessCaller(), { query: 'periscope' })).results).toHaveLength(1);
  });
});
