import { describe, expect, it } from 'vitest';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { digestOf } from '../../src/domain/id.ts';
import { Conversation } from '../support/hook.ts';
import { CAMPAIGN } from './a-game.ts';
import { aSearch } from './a-search.ts';
import { client, days, minutes, passer } from './a-world.ts';

describe('where is searched', () => {
  async function threePlaces() {
    const at = aSearch();
    await at.keep('lantern oil of our own');
    await at.keep('lantern oil for everybody', { project: null });
    await at.keep('lantern oil of the others', { project: 'other' });
    return at;
  }

  it('here and what is global; look-alikes of other projects are not returned', async () => {
    const { texts } = await threePlaces();
    expect((await texts('lantern oil')).sort()).toEqual([
      'lantern oil for everybody',
      'lantern oil of our own',
    ]);
    expect(await texts('"of the others"', { min_score: 0 })).toEqual([]);
  });

  it('across all projects each hit names its own; in one there is no need', async () => {
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

  it('null is global alone, * is everywhere, a name is there and global', async () => {
    const { texts } = await threePlaces();
    expect(await texts('oil', { project: null })).toEqual(['lantern oil for everybody']);
    expect(await texts('oil', { project: '*' })).toHaveLength(3);
    expect((await texts('oil', { project: 'other' })).sort()).toEqual([
      'lantern oil for everybody',
      'lantern oil of the others',
    ]);
    expect(await texts('', { project: null })).toEqual(['lantern oil for everybody']);
  });

  it('a type or a category alone is searched for words and for the newest', async () => {
    const { keep, texts } = aSearch();
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
    const at = aSearch();
    const { services, caller } = at;
    await services.startSession(passer(), {});
    for (const name of [CAMPAIGN, 'The Short Way'])
      await services.saveCampaign(caller, { name, description: 'D.' });
    const campaign = CAMPAIGN;
    await services.saveEntity(caller, { campaign, kind: 'character', name: 'Mira' });
    const told = await services.addEvent(caller, {
      campaign,
      event_type: 'world',
      description: 'A glacier calves into the bay.',
    });
    const inside = { project: CAMPAIGN, min_score: 0 };
    return { ...at, campaign, inside, eventId: told.event.id };
  }

  it('its events are found and labelled inside it, and in no other game or project', async () => {
    const { hits, inside, eventId } = await aTable();
    const [hit] = await hits('glacier', inside);
    expect(hit).toMatchObject({ kind: 'event', record: { id: eventId, type: 'event' } });
    expect(hit?.why).toContain('an event of the game');
    expect(await hits('glacier', { min_score: 0, project: 'ledger' })).toEqual([]);
    expect(await hits('glacier', { min_score: 0, project: 'The Short Way' })).toEqual([]);
    expect(await hits('glacier', { min_score: 0, project: null })).toEqual([]);
    expect(await hits('glacier', { project: '*' })).toHaveLength(1);
  });

  it('what it hides from players is found inside it, labelled, and never across all projects', async () => {
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

  it('what was rewound is gone, and shown as it was by status all', async () => {
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

describe('what was said and is no record', () => {
  it('a note of a session is found by every part of it, under its id', async () => {
    const { services, caller, hits } = aSearch();
    const { note, session } = await services.addSessionNote(caller, {
      note: { summary: 'Tests pass.', title: 'Tuesday', events: ['the periscope was polished'] },
    });
    for (const query of ['periscope', 'Tuesday tests']) {
      const [hit] = await hits(query);
      expect(hit).toMatchObject({
        kind: 'note',
        record: { id: note.id, type: 'note', session_id: session.id, source: 'add_session_note' },
      });
      expect(hit?.why).toContain('a note of a session');
    }
    await services.addSessionNote(caller, { note: { summary: 'Tests fail.', events: [] }, note_id: note.id });
    expect(await hits('periscope', { min_score: 0 })).toEqual([]);
  });

  it('the last words of a turn are found under their session', async () => {
    const { world, hits, services } = aSearch();
    const agent = client('/repos/ledger', 'conversation-1');
    await createHookServices(() => world).turnEnds(agent, {
      transcriptPath: null,
      digest: digestOf('one'),
      lastWords: 'I moved the retry logic into the periscope module.',
    });
    const { sessions } = await services.getSessions(agent, {});
    const [hit] = await hits('retry periscope');
    expect(hit).toMatchObject({
      kind: 'turn',
      record: { id: sessions[0]?.session_id, type: 'turn', source: 'hook' },
    });
    expect(hit?.why).toContain('said by the agent');
    expect(await hits('retry periscope', { project: 'elsewhere' }).catch(() => [])).toEqual([]);
  });

  it.each([null, '', ' \n'])('a turn without words is counted and not found: %j', async (lastWords) => {
    const { world, hits, services } = aSearch();
    const agent = client('/repos/ledger', 'conversation-1');
    await createHookServices(() => world).turnEnds(agent, {
      transcriptPath: null,
      digest: digestOf('one'),
      lastWords,
    });
    const { sessions } = await services.getSessions(agent, {});
    expect(sessions).toMatchObject([{ turn_count: 1 }]);
    expect(await hits('a turn without words', { min_score: 0 })).toEqual([]);
  });

  describe('nearly the same texts', () => {
    const REPORT =
      'I moved the retry logic of the payment service into the periscope module and ran all tests';
    const idsAlike = (why = '') => /nearly the same: ([^;]*)/.exec(why)?.[1]?.split(', ') ?? [];

    it('name another session once, and never the session of the hit', async () => {
      const { world, hits, services } = aSearch();
      for (const conversation of ['first', 'second'])
        for (const mark of ['.', '!', '!!'])
          await createHookServices(() => world).turnEnds(client('/repos/ledger', conversation), {
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

    it('name a capture by the id that it is read under', async () => {
      const { services, folder, hits } = aSearch();
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

  it('both sides of a captured transcript are found under the capture, each line once', async () => {
    const { services, folder, hits, pass } = aSearch();
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
      why.includes('says periscope'),
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

  it('is none of it a record: a type or category leaves it out, and so do the newest', async () => {
    const { services, caller, hits } = aSearch();
    await services.addSessionNote(caller, { note: { summary: 'The periscope was polished.' } });
    expect(await hits('periscope', { type: 'memory', min_score: 0 })).toEqual([]);
    expect(await hits('periscope', { category: 'general', min_score: 0 })).toEqual([]);
    expect(await hits('')).toEqual([]);
  });

  it('is bounded by when it was said', async () => {
    const { services, caller, hits, pass, now } = aSearch();
    await services.addSessionNote(caller, { note: { summary: 'The periscope was polished.' } });
    const then = now();
    pass(days(3));
    expect(await hits('periscope', { since: now(), min_score: 0 })).toEqual([]);
    expect(await hits('periscope', { until: then })).toHaveLength(1);
    expect(await hits('periscope', { as_of: then })).toHaveLength(1);
  });

  it('is found by a caller of whom nothing is remembered', async () => {
    const { services, caller } = aSearch();
    await services.addSessionNote(caller, { note: { summary: 'The periscope was polished.' } });
    expect((await services.searchMemory(passer(), { query: 'periscope' })).results).toHaveLength(1);
  });
});
