import { describe, expect, it } from 'vitest';
import { condenseCommitted } from '../../../src/domain/capture/derive/condense-changes.ts';
import { deriveFromDigest } from '../../../src/domain/capture/derive/derive-from-digest.ts';
import { converse } from './entries.ts';

type Talk = ReturnType<typeof converse>;

const checkpointOf = (talk: Talk) =>
  deriveFromDigest(talk.digest()).find(({ type }) => type === 'checkpoint')?.text ?? '';
const begun = () => converse().person('light the piers').writes('pier.ts');
const commits = (talk: Talk) =>
  talk.runs('git commit -am "Light the piers"', '[main 1a2b3c4] Light the piers\n 1 file changed');
const PIERS = ['north', 'south', 'east', 'west', 'inner', 'outer', 'old', 'new'];
const changes = (count: number) =>
  `The piers are lit.\n\n${PIERS.slice(0, count)
    .map(
      (pier) => `- Added the ${pier} lamp — it turns once for each boat that is seen from the ${pier} pier`,
    )
    .join('\n')}`;
const LONG_ANSWER = `The lamps are there since the storm. ${PIERS.map((pier) => `The ${pier} boats had asked the ${pier} office for ${pier} lights.`).join(' ')}`;

describe('the changes of the last message', () => {
  it('are whole up to some room, which is less once they are committed', () => {
    const open = checkpointOf(begun().agent(changes(8)));
    expect(open).toContain('seen from the new pier');
    const done = (count: number) => checkpointOf(commits(begun()).agent(changes(count)));
    expect(done(5)).toContain('seen from the inner pier');
    expect(done(8)).toContain('Added the new lamp');
    expect(done(8)).not.toContain('seen from the new pier');
  });
});

describe('the newest report on work before an answer', () => {
  const asked = (talk: Talk) => checkpointOf(talk.person('why are there lamps?').agent(LONG_ANSWER));

  it('has its changes whole, also if a commit names them', () => {
    expect(asked(begun().agent(changes(4)))).toContain('seen from the west pier');
    expect(asked(commits(begun()).agent(changes(4)))).toContain('seen from the west pier');
  });

  it('has their names once others were reported', () => {
    const talk = begun().agent(changes(4)).person('and the boats').writes('boat.ts');
    const text = asked(talk.agent('The boats have a lamp each, which is red on the left and green.'));
    expect(text).not.toContain('seen from the west pier');
  });
});

describe('a line that says what the list below it changes', () => {
  it('replaces the list once it is committed', () => {
    expect(condenseCommitted('Added three lamps:\n- one red\n- one green', 400)).toBe('Added three lamps');
  });
});

describe('a last message that begins with the problem', () => {
  const PROBLEM = 'the lamps of the north pier turn twice for each boat';
  const text = (reply: string) =>
    checkpointOf(converse().person(PROBLEM).writes('pier.ts').agent(`**Problem:** ${reply}`));

  it('loses what the person said, and keeps what it adds and why', () => {
    const added = 'The clock of the almanac had two hands.';
    const why = 'The lamps of the north pier turn twice because each boat has two masts.';
    const said = 'The lamps of the north pier turn twice for each boat.';
    expect(text(`${said} ${added} ${why}`)).toContain(`  ${added} ${why}`);
    expect(text(`${said} ${added}`)).not.toContain('**Problem:**');
  });
});

describe('an earlier report', () => {
  const goesOn = (talk: Talk) =>
    talk.person('now the help page').writes('help.ts').agent('The help page has one line for each command.');
  const REST = 'Every lamp of the piers is read once, and the names of the harbors are kept.';

  it.each(['问题', '문제'])('keeps the problems that it lists under "%s"', (heading) => {
    const talk = goesOn(begun().agent(`${REST}\n\n## ${heading}\n\n- The lamp of the south pier is red`));
    expect(checkpointOf(talk)).toContain('The lamp of the south pier is red');
  });

  it.each([
    'None of the branches is pushed.',
    'Keiner davon ist gepusht.',
    'Ninguno tiene push.',
    'Nenhum deles tem push.',
  ])('loses what was not pushed then: %s', (said) => {
    const talk = () => begun().agent(`${REST} ${said}`);
    const pushed = talk().person('push').runs('git push', 'To origin\n   1111111..1a2b3c4  main -> main');
    expect(checkpointOf(goesOn(talk()))).toContain(said);
    const text = checkpointOf(goesOn(pushed.agent('Pushed.')));
    expect(text).toContain(REST);
    expect(text).not.toContain(said);
  });
});
