import { describe, expect, it } from 'vitest';
import { client, hours, minutes, openTestApp } from './test-app.ts';

describe('the active time of work', () => {
  it('counts silence of a connected caller, and none after it disconnected', async () => {
    const { services, pass } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    const { session_id } = session;
    pass(hours(3));
    expect((await services.startSession(me, {})).session).toMatchObject({
      session_id,
      duration_minutes: 180,
    });
    await services.storeMemory(me, { content: 'The parser is lazy.' });
    // Its process is killed here.
    pass(hours(5));
    const rejoined = await services.startSession(client(), { session_id });
    expect(rejoined.session).toMatchObject({ session_id, status: 'active', duration_minutes: 180 });
    pass(minutes(10));
    expect((await services.startSession(client(), { session_id })).session.duration_minutes).toBe(190);
  });
});
