import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/cli/terminal-text.ts';
import { shellInProcess as shellIn } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';

import { shortId } from '../support/short-id.ts';

const LONG =
  'Who moves the lighthouse keeper? 誰が灯台守を動かすのか 🦜🏳️‍🌈 and several more words to say about it';

describe('a table', () => {
  it.each([40, 80, 200])(
    'fits %i columns, with every short id whole and wide characters counted as two',
    async (columns) => {
      const here = place();
      const { run, facts } = shellIn(here, { COLUMNS: String(columns) });
      const { id } = await facts('remember', '--type', 'open_loop', LONG);
      const { session_id } = await facts('end', '--checkpoint', LONG);
      for (const args of [['loops'], ['sessions'], ['project', 'list'], ['tools'], ['config', 'list']]) {
        const lines = (await run(...args)).trimEnd().split('\n');
        expect(lines.length, args.join(' ')).toBeGreaterThan(1);
        for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(columns);
      }
      expect(await run('loops')).toContain(`${shortId(id)} `);
      expect(await run('sessions')).toContain(`${shortId(session_id)} `);
      if (columns < 200) expect(await run('loops')).toContain('…');
    },
  );

  it.each([16])('shows one field per line if %i columns are too narrow', async (columns) => {
    const { run, facts } = shellIn(place(), { COLUMNS: String(columns) });
    const { id } = await facts('remember', '--type', 'open_loop', LONG);
    await run('end', '--checkpoint', 'lit');
    const lines = (await run('loops')).split('\n');
    expect(lines.join(' ')).toContain(`id: ${shortId(id)} `);
    expect(lines.join(' ')).toContain('open loop:   > Who moves');
    expect(lines.join(' ')).not.toContain('…');
    const sessions = (await run('sessions')).split('\n');
    expect(sessions).toContain('status: ended');
  });

  it('is not cut in a pipe, and never coloured there', async () => {
    const { run } = shellIn(place());
    await run('remember', '--type', 'open_loop', LONG);
    const piped = await run('loops');
    expect(piped).toContain(LONG);
    expect(piped).not.toContain('\u001b');
  });

  it('lets no stored text move the cursor', async () => {
    const { run } = shellIn(place());
    await run('remember', '--type', 'open_loop', 'red \u001b[31m alert\u0007\nsecond line');
    const piped = await run('loops');
    expect(piped).not.toContain('\u001b');
    expect(piped).toContain('alert\\u0007 second line');
  });
});
