import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { isAddedTo, shortSessionLine } from '../../../src/domain/capture/derive/short-session.ts';
import { converse } from './entries.ts';

const checkpoint = (person: string, agent: string) =>
  deriveCheckpoint(converse().person(person).agent(agent).digest())[0]?.text ?? '';

describe('a session in which the person said little', () => {
  it.each([
    ['continue', 'The broker drops acks. May I change its config?'],
    ['go on', 'It is the heartbeat. Next: lower it.'],
    ['1', 'Option one it is. Next: the migration.'],
    ['続けて', '調査しました。原因は接続です。'],
    ['ok', `The import fails for two reasons. ${'The second one is the encoding. '.repeat(6)}`],
    ['hi', 'Hello! The last run left a lock on the ledger behind, so nothing was imported. May I remove it?'],
  ])('is kept with what the agent replied to "%s"', (person, agent) => {
    expect(checkpoint(person, agent)).toContain(agent.trim());
  });

  it.each([
    ['hi', 'Hello! How can I help you today?'],
    ['thanks', 'You are welcome.'],
    ['continue', ''],
  ])('is left out if the agent replied little to "%s"', (person, agent) => {
    expect(checkpoint(person, agent)).toBe('');
  });

  it('is shown with the end of a long reply', () => {
    const reply = `The broker drops acks. ${'It did so before. '.repeat(40)}May I lower the heartbeat?`;
    const line = shortSessionLine(converse().person('continue').agent(reply).digest());
    expect(line).toMatch(/"The broker drops acks\..*\[… \d+ characters …\].*May I lower the heartbeat\?"$/);
    expect(line.length).toBeLessThan(500);
  });
});

describe('a longer session without changes', () => {
  const asked = () =>
    converse().person('Can you explain what a dead-letter queue is in general, and when people use one?');
  const leaving = (agent: string, file?: string) => {
    const talk = converse().person('Add a retry to the payment worker');
    return (
      deriveCheckpoint((file === undefined ? talk : talk.writes(file)).agent(agent).digest())[0]?.text ?? ''
    );
  };

  it('is added to a checkpoint with open work', () => {
    const digest = asked().agent('It keeps what could not be handled.').digest();
    expect(isAddedTo(digest, leaving('Added.', 'src/pay.ts'))).toBe(true);
    expect(isAddedTo(digest, leaving('It is easy. Next: the queue.'))).toBe(true);
    expect(isAddedTo(digest, leaving('It is easy. Shall I begin?'))).toBe(true);
    expect(isAddedTo(digest, leaving('It has one already.'))).toBe(false);
  });

  it('is added also if it wrote a temporary file', () => {
    const digest = asked().creates('../../../tmp/count.sh').agent('It has 42 lines.').digest();
    const temporary = {
      ...digest,
      filesWritten: digest.filesWritten.map((file) => ({ ...file, path: '/tmp/count.sh' })),
    };
    expect(isAddedTo(temporary, leaving('Added.', 'src/pay.ts'))).toBe(true);
  });

  it('replaces it if it changed or tested something', () => {
    const open = leaving('Added.', 'src/pay.ts');
    expect(isAddedTo(asked().writes('src/queue.ts').agent('Built.').digest(), open)).toBe(false);
    expect(isAddedTo(asked().fails('npm test', 'Tests: 3 failed').agent('Red.').digest(), open)).toBe(false);
  });
});
