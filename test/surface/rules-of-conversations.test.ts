import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conversationIn } from '../support/hook-in-process.ts';
import { type Place, place } from '../support/server.ts';

const RULE = 'Never write to the ledger table.';

/** A conversation that states a rule and leaves a todo. */
async function withRule(where: Place) {
  const talk = conversationIn(where, 'first');
  await talk.hook('session-start', { source: 'startup' });
  talk
    .asks(`Build the importer of the harbors. ${RULE}`)
    .does('TodoWrite', { todos: [{ content: 'ledger adapter', status: 'pending', activeForm: 'Adapting' }] })
    .does('Write', { file_path: join(where.project, 'src/imp.ts'), content: 'x' });
  await talk.hook('stop', { last_assistant_message: 'The importer reads the harbors.' });
  return talk;
}

describe('a rule that the person stated in a conversation', () => {
  it('is above everything else after a compaction, and so are the open todos', async () => {
    const where = place();
    const talk = await withRule(where);
    await talk.hook('pre-compact', { trigger: 'auto', custom_instructions: '' });
    const { context } = await talk.hook('session-start', { source: 'compact' });
    const own = context.slice(context.indexOf('## This session before the compaction'));
    expect(own).toMatch(/^## This session before the compaction\n- > The person: "Never write/);
    expect(own).toContain('Todo: "ledger adapter"');
    expect(own).toContain('Build the importer of the harbors.');
  });

  it('is a constraint of the next one, until the person permits in a later conversation what it forbids', async () => {
    const where = place();
    await (await withRule(where)).hook('session-end', { reason: 'other' });
    const second = conversationIn(where, 'second');
    const { context } = await second.hook('session-start', { source: 'startup' });
    expect(context).toContain(`## Constraints (1)\n- > The person: "${RULE}"`);
    second
      .asks('Add the csv reader to the importer, and keep its names')
      .does('Write', { file_path: join(where.project, 'src/csv.ts'), content: 'x' });
    await second.hook('stop', { last_assistant_message: 'Added.' });
    await second.hook('session-end', { reason: 'other' });
    const third = conversationIn(where, 'third');
    expect((await third.hook('session-start', { source: 'startup' })).context).toContain(RULE);
    third
      .asks('You may write to the ledger table now, the audit is over. Write the totals there.')
      .does('Write', { file_path: join(where.project, 'src/totals.ts'), content: 'x' });
    await third.hook('stop', { last_assistant_message: 'Written.' });
    await third.hook('session-end', { reason: 'other' });
    const { context: after } = await conversationIn(where, 'fourth').hook('session-start', {
      source: 'startup',
    });
    expect(after).toContain('You may write to the ledger table now');
    expect(after).not.toContain('## Constraints');
  });
});
