import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  asJournaled,
  replayEvents,
  SESSION_EVENT_TYPES,
  type SessionEvent,
} from '../../../src/domain/session/events.ts';
import { client, days, openTestApp, refusal, type TestApp } from '../../app/test-app.ts';
import {
  aPlayedCampaign,
  exportNamed,
  importInto,
  me,
  WRITTEN_SECRETS,
  withoutMoment,
} from './campaign-file.ts';
import { exportIn, NAME } from './create-campaign.ts';

const listed = async ({ services }: TestApp, project: string) =>
  (await services.getSessions(client('/repos/elsewhere'), { project, limit: 50 })).sessions;

/** The facts that an imported session must share with the original. */
const factsOfSession = (session: Awaited<ReturnType<typeof listed>>[number]) => ({
  title: session.title,
  agent: session.agent,
  started_at: session.started_at,
  paused_at: session.paused_at,
  closed_at: session.closed_at,
  duration_minutes: session.duration_minutes,
  turn_count: session.turn_count,
  succession_policy: session.succession_policy,
  checkpoint: session.checkpoint,
  notes: session.notes.map(({ id: _, session_id: __, ...note }) => note),
});

/** Folding the journal gives the sessions, as the doctor asks. */
async function journalAgrees({ store }: TestApp, ids: readonly string[]): Promise<void> {
  const entries = await store.ledger.read(0, 100_000);
  for (const id of ids) {
    const events = entries
      .filter(({ stream, type }) => stream === id && SESSION_EVENT_TYPES.some((known) => known === type))
      .map(({ type, at, data }) => ({ type, at, ...(data as object) }) as unknown as SessionEvent);
    const session = await store.sessions.find(id);
    expect(session).toBeDefined();
    if (session !== undefined) expect(replayEvents(events)).toEqual(asJournaled(session));
  }
}

describe('the sessions of a campaign', () => {
  it('come back with their notes, byte for byte, where nothing of them is', async () => {
    const { app: first, underWay } = await aPlayedCampaign();
    const { json } = await exportIn(first);
    const second = openTestApp();
    second.pass(days(40));
    const made = await importInto(second, json);
    expect(made).toMatchObject({ are_ids_kept: true, counts: { sessions: 5, notes: 5 } });
    expect(withoutMoment((await exportIn(second)).json)).toBe(withoutMoment(json));
    const [there, here] = [await listed(first, NAME), await listed(second, NAME)];
    expect(here.map(({ session_id }) => session_id)).toEqual(there.map(({ session_id }) => session_id));
    // The one under way is over where it was last heard of; until then it was played as long.
    const over = ({ session_id }: { session_id: string }) => session_id === underWay.session_id;
    expect(here.filter((one) => !over(one)).map(factsOfSession)).toEqual(
      there.filter((one) => !over(one)).map(factsOfSession),
    );
    expect(here.find(over)).toMatchObject({ status: 'ended', turn_count: 1, duration_minutes: 1 });
    await journalAgrees(
      second,
      here.map(({ session_id }) => session_id),
    );
  });

  it('are never under way nor lost where they were taken in, and a paused one is resumed there', async () => {
    const { app: first, paused, ended, underWay } = await aPlayedCampaign();
    const { json } = await exportIn(first);
    const second = openTestApp();
    await importInto(second, json);
    for (const wait of [0, days(60)]) {
      second.pass(wait);
      const statuses = (await listed(second, NAME)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(['closed', 'ended', 'ended', 'ended', 'paused']);
    }
    const again = await refusal(
      second.services.playerAction(me, { campaign: NAME, session_id: ended.session_id, action: 'On.' }),
    );
    expect(again).toBe('conflict: session_ended');
    const over = second.services.playerAction(client(), {
      campaign: NAME,
      session_id: underWay.session_id,
      action: 'On.',
    });
    expect(await refusal(over)).toBe('conflict: session_ended');
    const caller = client('/repos/elsewhere');
    const started = await second.services.startClaudmasterSession(caller, {
      campaign_name: NAME,
      resume: true,
    });
    expect(started.session.session_id).toBe(paused.session_id);
    expect(started.report).toContain('They ride north.');
    await second.services.playerAction(caller, { campaign: NAME, action: 'I ride on.' });
    const state = await second.services.getSessionState(caller, { session_id: paused.session_id });
    expect(state.state.recent_history?.map(({ what }) => what)).toEqual(['I ride.', 'I ride on.']);
    await journalAgrees(second, [paused.session_id]);
  });

  it('are found by their ids for recaps and events, there as here', async () => {
    const { app: first, ended, closed, paused } = await aPlayedCampaign();
    const { json } = await exportIn(first);
    const second = openTestApp();
    await importInto(second, json);
    for (const { session_id } of [ended, closed, paused]) {
      const [there, here] = await Promise.all(
        [first, second].map(async ({ services }) => ({
          recap: (await services.recapSession(me, { session_id })).text,
          events: (await services.getEvents(me, { session_id })).events,
        })),
      );
      expect(here?.events.length).toBeGreaterThan(0);
      expect(here).toEqual(there);
    }
  });

  it('get other ids, all of them alike, beside those they were made from', async () => {
    const { app, ended } = await aPlayedCampaign();
    const { json } = await exportIn(app);
    const before = await listed(app, NAME);
    const made = await importInto(app, json, { on_conflict: 'rename' });
    expect(made.are_ids_kept).toBe(false);
    expect(await listed(app, NAME)).toEqual(before);
    expect(withoutMoment((await exportIn(app)).json)).toBe(withoutMoment(json));
    const copies = await listed(app, made.name);
    const ids = new Set(
      before.flatMap(({ session_id, notes }) => [session_id, ...notes.map(({ id }) => id)]),
    );
    for (const copy of copies) {
      expect(ids.has(copy.session_id)).toBe(false);
      expect(copy.project_id).toBe(made.campaign_id);
      for (const note of copy.notes) {
        expect(ids.has(note.id)).toBe(false);
        expect(note.session_id).toBe(copy.session_id);
      }
      for (const id of [copy.predecessor_id, copy.successor_id])
        if (id !== null) expect(copies.map(({ session_id }) => session_id)).toContain(id);
    }
    const mill = copies.find(({ title }) => title === 'The mill');
    const getEvents = (id: string | undefined) => app.services.getEvents(me, { session_id: id ?? '' });
    const descriptions = async (id: string | undefined) =>
      (await getEvents(id)).events.map(({ description }) => description);
    expect((await getEvents(mill?.session_id)).campaign).toBe(made.name);
    expect(await descriptions(mill?.session_id)).toEqual(await descriptions(ended.session_id));
    expect(await descriptions(mill?.session_id)).toContain('I climb the mill.');
    await journalAgrees(
      app,
      copies.map(({ session_id }) => session_id),
    );
  });

  it('get new ids if only the id of a session is taken', async () => {
    const { app, ended } = await aPlayedCampaign();
    const file = JSON.parse((await exportIn(app)).json.replaceAll(/"(ent|evt|not)_/g, '"$1_0'));
    file.campaign.id = 'prj_other';
    file.campaign.name = 'Other';
    const made = await importInto(app, JSON.stringify(file));
    expect(made.are_ids_kept).toBe(false);
    expect((await app.services.getEvents(me, { session_id: ended.session_id })).campaign).toBe(NAME);
  });

  it('are not newer than what is written after them, though the clock is set back', async () => {
    const { app: first } = await aPlayedCampaign();
    const { json } = await exportIn(first);
    const second = openTestApp();
    second.pass(days(10));
    const imported = second.now();
    await importInto(second, json);
    second.pass(-3_600_000);
    const { session } = await second.services.startClaudmasterSession(client(), { campaign_name: NAME });
    expect(session.started_at > imported).toBe(true);
  });

  it('show players their times and their public notes', async () => {
    const { app } = await aPlayedCampaign();
    for (const audience of [true, 'Mira']) {
      const { json, markdown } = await exportIn(app, audience);
      for (const text of [json, markdown]) {
        for (const secret of [...WRITTEN_SECRETS, 'Malvane', 'They ride north', 'Short, and quiet'])
          expect(text.includes(secret), secret).toBe(false);
        expect(text).toContain('They climbed the mill.');
        expect(text).toContain('Ann was late.');
      }
      expect(JSON.parse(json).sessions).toHaveLength(5);
      expect(JSON.parse(json).notes).toHaveLength(1);
    }
    const { markdown } = await exportIn(app);
    for (const text of [...WRITTEN_SECRETS, '## Sessions', '### Session 2: The mill', '> # And read.'])
      expect(markdown, text).toContain(text);
    expect(markdown).toContain('- Found: a spoon');
  });

  it('are derived from their events in a file of the first version', async () => {
    const json = readFileSync(new URL('campaign-of-version-1.json', import.meta.url), 'utf8');
    const app = openTestApp();
    expect(await importInto(app, json)).toMatchObject({
      outcome: 'imported',
      counts: { sessions: 1, notes: 0 },
    });
    const [session] = await listed(app, NAME);
    expect(session).toMatchObject({ status: 'ended', turn_count: 7, title: null });
    const { events } = await app.services.getEvents(me, { session_id: session?.session_id ?? '' });
    expect(events.map(({ description }) => description)).toContain('I turn back.');
    const second = await exportNamed(app, NAME);
    const { events: written, entities, patches } = JSON.parse(json);
    expect(JSON.parse(second.json)).toMatchObject({ entities, patches, events: written, format_version: 2 });
  });
});
