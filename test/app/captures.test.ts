import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { digestOf } from '../../src/domain/id.ts';
import { nextStep } from '../../src/domain/next-step.ts';
import { refused } from '../campaign/app/create-game.ts';
import { Conversation } from '../support/hook.ts';
import { client, minutes, openTestApp } from './test-app.ts';

const textsIn = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);

function twoConversations(folder: string) {
  const place = { home: folder, project: '/repos/ledger' };
  const one = new Conversation(place, 'one').asks('Polish the lens').says('It shines.');
  const two = new Conversation(place, 'two').asks('Paint the hull').says('It is red.');
  return [one, two] as const;
}

describe('captures', () => {
  it('of a path that names no file are refused by that path', async () => {
    const { services, folder } = openTestApp();
    const error = await refused(services.captureNow(client(), { transcript_path: `${folder}/none.jsonl` }));
    expect(error).toMatchObject({
      code: 'transcript_not_found',
      message: expect.stringContaining('none.jsonl" does not exist'),
    });
  });

  it('that are refused name no session that the refused call would have begun', async () => {
    const { services, journalLength, folder } = openTestApp();
    const other = new Conversation({ home: folder, project: '/repos/other' }, 'x').asks('Paint').says('Red.');
    const nothing = await refused(services.captureNow(client(), {}));
    expect(nothing).toMatchObject({
      code: 'transcript_not_found',
      message: 'There is no open session here and no known transcript.',
      hint: expect.stringContaining('Pass `session_id` of a session that has a transcript'),
      next: [nextStep('session.list'), expect.objectContaining({ action: 'client.install' })],
    });
    const foreign = await refused(services.captureNow(client(), { transcript_path: other.path }));
    expect(foreign).toMatchObject({
      code: 'transcript_of_other_project',
      message: expect.stringContaining('a different project than the current one'),
    });
    for (const { message, hint } of [nothing, foreign]) expect(`${message} ${hint}`).not.toContain('ses_');
    expect(await journalLength()).toBe(0);
  });

  it('of a session without a transcript are refused with the id of that session', async () => {
    const { services } = openTestApp();
    const agent = client();
    const { session } = await services.startSession(agent, {});
    const error = await refused(services.captureNow(agent, {}));
    expect(error.message).toBe(
      `Session ${session.session_id} has no transcript, because its client reported none.`,
    );
  });

  it('of two transcripts with as many lines are both stored', async () => {
    const { services, folder } = openTestApp();
    const agent = client();
    const kept = [];
    for (const { path } of twoConversations(folder))
      kept.push((await services.captureNow(agent, { transcript_path: path })).capture);
    const raw = await Promise.all(kept.map(({ id }) => services.readCapture(agent, { id, mode: 'raw' })));
    expect(raw.map(({ messages }) => textsIn(messages))).toEqual([
      ['Polish the lens', 'It shines.'],
      ['Paint the hull', 'It is red.'],
    ]);
    expect((await services.listCaptures(agent, {})).captures).toHaveLength(2);
  });

  it('of one path whose file was replaced by another are both stored', async () => {
    const { services, folder } = openTestApp();
    const [one, two] = twoConversations(folder);
    const agent = client();
    await services.captureNow(agent, { transcript_path: one.path });
    copyFileSync(two.path, one.path);
    const { capture } = await services.captureNow(agent, { transcript_path: one.path });
    const { messages } = await services.readCapture(agent, { id: capture.id, mode: 'raw' });
    expect(textsIn(messages)).toEqual(['Paint the hull', 'It is red.']);
    expect((await services.listCaptures(agent, {})).captures).toHaveLength(2);
  });

  it('are listed for the named project, or for that of the current session, also if the folder is of another one', async () => {
    const { services, folder } = openTestApp();
    const [{ path }] = twoConversations(folder);
    const agent = client();
    await services.startSession(agent, { project: 'Elsewhere' });
    const { capture } = await services.captureNow(agent, { transcript_path: path });
    expect((await services.listCaptures(agent, {})).captures).toMatchObject([{ id: capture.id }]);
    expect((await services.listCaptures(client(), {})).captures).toEqual([]);
    const named = await services.listCaptures(client(), { project: 'Elsewhere' });
    expect(named.captures).toMatchObject([{ id: capture.id }]);
    const { session_id } = capture;
    const { project } = await services.startSession(client(), {}).then(({ session }) => session);
    expect((await services.listCaptures(agent, { session_id, project })).captures).toEqual([]);
    const error = await refused(services.listCaptures(agent, { project: 'Nowhere' }));
    expect(error).toMatchObject({ code: 'project_not_found' });
  });

  it('repeated without anything new are one capture', async () => {
    const { services, folder, pass } = openTestApp();
    const [{ path }] = twoConversations(folder);
    const agent = client();
    const first = await services.captureNow(agent, { transcript_path: path });
    pass(minutes(5));
    const again = await services.captureNow(agent, { transcript_path: path });
    expect(again.capture).toEqual(first.capture);
    expect((await services.listCaptures(agent, {})).captures).toHaveLength(1);
  });

  it('of the session’s own transcript are one capture when repeated, and another when it grew', async () => {
    const { deps, services, folder } = openTestApp();
    const talk = new Conversation({ home: folder, project: '/repos/ledger' }, 'talk').asks('Polish the lens');
    const agent = client('/repos/ledger', 'talk');
    const call = { transcriptPath: talk.path, digest: digestOf('start') };
    await createHookServices(() => deps).onSessionStart(agent, {
      ...call,
      source: 'startup',
      budget: 4_000,
    });
    const first = await services.captureNow(agent, {});
    expect((await services.captureNow(agent, {})).capture.id).toBe(first.capture.id);
    talk.says('It shines.');
    expect((await services.captureNow(agent, {})).capture.id).not.toBe(first.capture.id);
  });

  it('keep the summary of every compaction, even where no transcript could be read', async () => {
    const { deps, services, pass } = openTestApp();
    const agent = client('/repos/ledger', 'talk');
    const { onPostCompact } = createHookServices(() => deps);
    for (const summary of ['The lens was polished.', 'The hull was painted.']) {
      await onPostCompact(agent, { transcriptPath: null, digest: digestOf(summary), summary });
      pass(minutes(1));
    }
    const { captures } = await services.listCaptures(agent, {});
    const read = await Promise.all(captures.map(({ id }) => services.readCapture(agent, { id })));
    expect(read.map(({ content }) => /> (.*)/.exec(content)?.[1])).toEqual([
      'The hull was painted.',
      'The lens was polished.',
    ]);
  });
});
