import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) => deriveCheckpoint(talk.digest())[0]?.text ?? '';

const FINDING =
  'The tide tables of Brest are shifted by one hour in summer, so each harbor needs its own zone.';

/** A last report about something else, so that those before it are earlier ones. */
const goesOn = (talk: Talk) =>
  talk
    .person('now the help page')
    .writes('help.ts')
    .agent(`The help page lists all commands with one example each.${' It is sorted by name.'.repeat(12)}`);

const reportedBefore = (said: string, between: (talk: Talk) => Talk = (talk) => talk) =>
  checkpointOf(
    goesOn(
      between(
        converse()
          .person('move the harbors to the new format')
          .writes('harbor.ts')
          .runs('git commit -am x', '[main 88d0e6c] Move harbors')
          .agent(`${FINDING} ${said}`),
      ),
    ),
  );

describe('progress in an earlier report', () => {
  it.each([
    '**37/61.**',
    'Progress: 12/40 committed.',
    '**56/61**, all 56 identical in one run.',
    'harbors done (`88d0e6c`), 6 identical.',
    'CI is running.',
    'Waiting for Marta.',
    'Left: admin 5, uploads 5.',
    'Only uploads is left.',
    'Nothing pushed so far.',
    'Options: scale it down or set the limit.',
    'Reste la base, avec deux colonnes.',
    '`make test` 全过。',
    '테스트 통과했습니다.',
    '호출부 2곳은 같이 고쳐야 합니다.',
    '과거 금액에 영향이 있어 먼저 여쭙니다.',
  ])('is left out: %s', (said) => {
    const text = reportedBefore(said);
    expect(text).toContain(FINDING);
    expect(text).not.toContain(said);
  });

  it.each([
    'Undone in `88d0e6c` because the zone was wrong.',
    'The error came in with `4d0aa17`.',
    'The pin is `v0.6.1-2026-88d0e6c` now.',
    'CI is green on 3.9 and 3.13 (`88d0e6c`).',
    'On 3/16 the sum is far too high.',
  ])('is not what gives a reason, or a finding: %s', (said) => {
    expect(reportedBefore(said)).toContain(said);
  });

  it('is not the line above a list', () => {
    const list = '**harbors** (commit `88d0e6c`)\n- each one has a zone of its own\n- depths are in meters';
    expect(reportedBefore(`\n\n${list}`)).toContain('**harbors** (commit `88d0e6c`)');
  });

  it('is left out with what the person had taken out, but not with why it failed', () => {
    const later = (talk: Talk) =>
      talk.person('take the retries out again').writes('apply.ts').agent('They are out.');
    const wrapped = 'I also wrapped it in three retries, since events sometimes hit a lock.';
    expect(reportedBefore(wrapped)).toContain(wrapped);
    expect(reportedBefore(wrapped, later)).not.toContain(wrapped);
    const failed = 'Retries are a dead end across two harbors.';
    expect(reportedBefore(failed, later)).toContain(failed);
  });

  it('is left out with a supposed cause that a later reply is about', () => {
    const supposed = 'I suspect serialisation of large bodies.';
    const later = (talk: Talk) => talk.person('go on').agent('402 ms, so serialisation is not the cause.');
    expect(reportedBefore(supposed)).toContain(supposed);
    expect(reportedBefore(supposed, later)).not.toContain(supposed);
  });

  it('is left out with what stopped an attempt that was made again', () => {
    const talk = (next: string) =>
      checkpointOf(
        converse()
          .person('deploy the tables to staging')
          .agent('Not the change: the namespace is at its memory quota of 8 of 8 GB, so no pod can start.')
          .person(next)
          .agent('Staging runs the new tables.')
          .person('now the help page')
          .begins('make help'),
      );
    expect(talk('never touch the quota')).toContain('memory quota');
    expect(talk('again')).not.toContain('memory quota');
  });
});

describe('earlier reports', () => {
  it('are at most the two newest', () => {
    const talk = converse()
      .person('read the tide tables')
      .writes('tides.ts')
      .agent('The Brest-reader skips every column without a heading, on purpose.')
      .person('draw the moon')
      .writes('moon.ts')
      .agent('The Oban-reader draws its phases with a mask, because clipping blurs the edge.')
      .person('sort the stars')
      .writes('stars.ts')
      .agent('The Cork-reader sorts by magnitude first, since names repeat between catalogs.');
    const text = checkpointOf(goesOn(talk));
    expect(text).toContain('Cork-reader');
    expect(text).toContain('Oban-reader');
    expect(text).not.toContain('Brest-reader');
  });

  it('keep a table whole, whatever the person said about one of its rows', () => {
    const table =
      '| route | before | after |\n|---|---|---|\n| rooms search | 290 | 410 |\n| rates list | 180 | 121 |';
    const talk = converse()
      .person('measure the routes')
      .writes('measure.ts')
      .agent(`${FINDING}\n\n${table}`)
      .person('rooms search must be faster than before')
      .writes('rooms.ts')
      .agent('A schema is in.');
    const text = checkpointOf(goesOn(talk));
    expect(text).toContain('| rates list |');
    expect(text).toContain('| rooms search |');
  });
});
