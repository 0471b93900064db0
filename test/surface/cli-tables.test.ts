import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/cli/text-width.ts';
import { shellIn } from '../cli/at-the-shell.ts';
import { place } from '../support/server.ts';

const LONG =
  'Who moves the lighthouse keeper? 誰が灯台守を動かすのか 🦜🏳️‍🌈 and several more words to say about it';

describe('a table', () => {
  it.each([40, 80, 200])(
    'fits %i columns, with every id whole and wide characters counted as two',
    async (columns) => {
      const here = place();
      const { say, facts } = shellIn(here, { COLUMNS: String(columns) });
      const { id } = await facts('remember', '--type', 'open_loop', LONG);
      const { session_id } = await facts('end', '--checkpoint', LONG);
      for (const args of [['loops'], ['sessions'], ['project', 'list'], ['tools'], ['config', 'list']]) {
        const lines = (await say(...args)).trimEnd().split('\n');
        expect(lines.length, args.join(' ')).toBeGreaterThan(1);
        for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(columns);
      }
      expect(await say('loops')).toContain(id);
      expect(await say('sessions')).toContain(session_id);
      if (columns < 200) expect(await say('loops')).toContain('…');
    },
  );

  it.each([16, 20, 33])('becomes one field on each line where %i columns hold no table', async (columns) => {
    const { say, facts } = shellIn(place(), { COLUMNS: String(columns) });
    const { id } = await facts('remember', '--type', 'open_loop', LONG);
    await say('end', '--checkpoint', 'lit');
    const lines = (await say('loops')).split('\n');
    expect(lines.join(' ')).toContain(`id: ${id}`);
    expect(lines.join(' ')).toContain('open loop:   > Who moves');
    expect(lines.join(' ')).not.toContain('…');
    const sessions = (await say('sessions')).split('\n');
    expect(sessions).toContain('status: ended');
  });

  it('is not cut in a pipe, and never coloured there', async () => {
    const { say } = shellIn(place());
    await say('remember', '--type', 'open_loop', LONG);
    const piped = await say('loops');
    expect(piped).toContain(LONG);
    expect(piped).not.toContain('\u001b');
  });

  it('lets no stored text move the cursor', async () => {
    const { say } = shellIn(place());
    await say('remember', '--type', 'open_loop', 'red \u001b[31m alert\u0007\nsecond line');
    const piped = await say('loops');
    expect(piped).not.toContain('\u001b');
    expect(piped).toContain('alert\\u0007 second line');
  });
});
