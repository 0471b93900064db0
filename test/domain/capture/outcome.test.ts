import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { outcomeOf } from '../../../src/domain/capture/derive/outcome.ts';
import { titleEvents } from '../../../src/domain/capture/derive/session-title.ts';
import { shortSessionLine, withShortSession } from '../../../src/domain/capture/derive/short-session.ts';
import type { TranscriptDigest } from '../../../src/domain/capture/transcript-digest.ts';
import { converse } from './entries.ts';

const outcome = (digest: TranscriptDigest) => outcomeOf(deriveCheckpoint(digest)[0]?.text ?? '', true);

describe('the outcome of a session', () => {
  const asked = () => converse('topic').person('Fix the login, then tell me how it went');

  it('is its last commit', () => {
    const talk = asked()
      .writes('src/login.ts')
      .runs('git commit -m "first"', '[topic abc1234] first, of two')
      .runs('git commit -m "fix login"', '[topic def5678] fix login (again)')
      .agent('Done.');
    expect(outcome(talk.digest())).toBe('committed def5678 "fix login (again)" (no push was seen)');
  });

  it('is what was changed, and that nobody reported it as finished', () => {
    const talk = asked().agent('I begin.').writes('src/login.ts').begins('npm test');
    expect(outcome(talk.digest())).toBe('not reported as finished, changed without a commit: src/login.ts');
  });

  it('is the beginning of the last message, if nothing was changed', () => {
    const said = 'The cookie is set for the wrong domain. I can fix it.';
    expect(outcome(asked().reads('src/login.ts').agent(said).digest())).toBe(
      '"The cookie is set for the wrong domain."',
    );
  });

  it('is what the agent answered in a short session', () => {
    const line = shortSessionLine(converse().person('deploy it').agent('Deployed: build 7.').digest());
    expect(outcomeOf(line, true)).toBe('"Deployed: build 7."');
  });

  it('is never that of a session before a short one', () => {
    const work = deriveCheckpoint(asked().writes('src/login.ts').begins('npm test').digest())[0]?.text ?? '';
    const line = (person: string, agent: string) =>
      shortSessionLine(converse().person(person).agent(agent).digest());
    const joked = withShortSession(
      withShortSession(work, line('where were we?', 'At login.')),
      line('a joke', 'Ha.'),
    );
    expect(outcomeOf(joked, true)).toBe('"Ha."');
    const unanswered = shortSessionLine(converse().person('and now?').digest());
    expect(outcomeOf(withShortSession(joked, unanswered), true)).toBe('');
  });

  it('is the first sentence of a written checkpoint', () => {
    expect(outcomeOf('The queue is on Postgres. Next: drop the old one.', false)).toBe(
      '"The queue is on Postgres."',
    );
  });
});

describe('the title of a session', () => {
  const titleAfter = (digest: TranscriptDigest, title: string | null, isOver: boolean) =>
    titleEvents({ title }, digest, '2026-11-17T10:00:00.000Z', isOver).map((event) =>
      event.type === 'session.titled' ? event.title : event.type,
    );

  it('is that of the client, or its first request once it is over', () => {
    const talk = converse().person('hi').person('Fix the login').agent('ok');
    expect(titleAfter(talk.digest(), null, false)).toEqual([]);
    expect(titleAfter(talk.digest(), null, true)).toEqual(['Fix the login']);
    const titled = talk.title('Login repair').digest();
    expect(titleAfter(titled, null, false)).toEqual(['Login repair']);
    expect(titleAfter(titled, 'Mine', true)).toEqual([]);
  });

  it('is that of the person, whatever it was before', () => {
    const digest = converse().person('Fix the login').title('My login', true).title('Other').digest();
    expect(titleAfter(digest, 'Login repair', false)).toEqual(['My login']);
    expect(titleAfter(digest, 'My login', true)).toEqual([]);
  });
});
