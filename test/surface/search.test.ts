import { describe, expect, it } from 'vitest';
import { runProgramInProcess, shellInProcess } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';
import { hasTerminal, runOnTerminal } from '../support/shell.ts';

const MARK = '\u001b[33m';
const KEPT = [
  'Migrations of the orders table run at night',
  'getUserById is slow without an index',
  '来年の予算案は五万円です',
  'Lunch is at noon',
];

/** A store that a server has written, to be searched through either surface. */
async function filled() {
  const here = place();
  const server = await serverInProcess(here);
  await server.facts('start_session');
  for (const content of KEPT) await server.facts('store_memory', { content });
  const search = (...args: string[]) => runProgramInProcess(['search', ...args], here);
  const contents = async (...args: string[]): Promise<string[]> =>
    (await shellInProcess(here).facts('search', ...args)).results.map(
      ({ record }: { record: { content: string } }) => record.content,
    );
  return { here, server, search, contents };
}

describe('the same answer on both surfaces', () => {
  it.each([
    ['an inflection', 'migration', KEPT[0]],
    ['a slip of the finger', 'migratoin of orders', KEPT[0]],
    ['pieces of a name', 'get user', KEPT[1]],
    ['Japanese', '予算', KEPT[2]],
    ['words together', '"orders table"', KEPT[0]],
    ['a question', 'when do we have lunch?', KEPT[3]],
  ])('%s', async (_, query, expected) => {
    const { server, contents } = await filled();
    const { results } = await server.facts('search_memory', { query });
    expect(results[0]).toMatchObject({ kind: 'record', record: { content: expected } });
    expect(results).toHaveLength(1);
    expect(await contents(query)).toEqual([expected]);
  });

  it('is empty where nothing matches, with a suggestion', async () => {
    const { server, search, contents } = await filled();
    expect(await server.facts('search_memory', { query: 'submarine' })).toMatchObject({
      results: [],
      remaining: 0,
      next_cursor: null,
    });
    const result = await search('submarine');
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toBe(
      'There are no matches. Try other words, --all-projects, --status all or --min-score 0.\n',
    );
    expect(await contents('submarine', 'lunch', 'periscope')).toEqual([]);
    expect(await contents('submarine', 'lunch', 'periscope', '--min-score', '0')).toEqual([KEPT[3]]);
  });

  it('finds the subject of a request of 20,000 characters, and refuses a longer one', async () => {
    const { server } = await filled();
    const filler = 'The report says that all of the usual steps were done by the team in the order given. ';
    const begin = 'Please look at why getUserById is slow. ';
    const query = begin + filler.repeat(300).slice(0, 20_000 - begin.length);
    expect(query).toHaveLength(20_000);
    const { results } = await server.facts('search_memory', { query });
    expect(results[0]).toMatchObject({ record: { content: KEPT[1] } });
    const { isError, content } = await server.call('search_memory', { query: `${query}x` });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('query');
  });

  it('shows the nearest texts apart from results, with what they lack', async () => {
    const { server, search } = await filled();
    const query = 'migrations submarine periscope';
    const { content, structuredContent } = await server.call('search_memory', { query });
    expect(structuredContent).toMatchObject({
      results: [],
      nearest: [{ missing: ['submarine', 'periscope'] }],
    });
    expect(content[0]?.text).toMatch(/^Nothing answers this\. Nearest by words:\n- rec_/);
    expect(content[0]?.text).toMatch(/\nIf none of these helps: .*min_score 0/);
    expect((await search(query)).stdout).toMatch(/^Nothing answers this\. Nearest by words:\n/);
  });

  it('shows the score, confidence, reasons, passage and matched words of a hit', async () => {
    const { server, here } = await filled();
    const [byTool] = (await server.facts('search_memory', { query: 'migrations' })).results;
    const [byCommand] = (await shellInProcess(here).facts('search', 'migrations')).results;
    expect(byTool).toMatchObject({
      passage: KEPT[0]?.replace('Migrations', '**Migrations**'),
      matched: ['Migrations'],
      why: 'contains migrations',
      confidence: 'high',
      record: { content: KEPT[0] },
    });
    expect(byTool.score).toBeGreaterThan(0.64);
    expect(byCommand).toEqual(byTool);
  });

  it('labels what is no record, and passes the schema of the tool', async () => {
    const { server } = await filled();
    const { note_id } = await server.facts('add_session_note', { summary: 'The periscope was polished.' });
    const [hit] = (await server.facts('search_memory', { query: 'periscope' })).results;
    expect(hit).toMatchObject({ kind: 'note', record: { id: note_id, type: 'note' } });
  });
});

describe('what the command line shows', () => {
  it.skipIf(!hasTerminal)('highlights only the words that were found, on a terminal', async () => {
    const { here } = await filled();
    const { screen } = await runOnTerminal(['search', 'migration'], here);
    expect(screen).toContain(`${MARK}Migrations`);
    expect(screen).not.toContain(`${MARK}orders`);
    expect((await runOnTerminal(['search', '予算'], here)).screen).toContain(MARK);
  });

  it('no word is set apart where it is piped', async () => {
    const { here } = await filled();
    const piped = await runProgramInProcess(['search', 'migration'], here);
    expect(piped.stdout).not.toContain('\u001b');
    expect(piped.stdout).toContain(KEPT[0]);
    expect(piped.stdout).toMatch(/0\.\d\d: contains migration/);
  });

  it('shows full texts with the asterisks that they contain, and no others', async () => {
    const { server, search } = await filled();
    const content = 'The **wick** is trimmed by Ada.';
    await server.facts('store_memory', { content });
    expect((await search('wick trimmed', '--full')).stdout).toContain(content);
    const { content: shown } = await server.call('search_memory', { query: 'wick trimmed', content: 'full' });
    expect(shown[0]?.text).toContain(content);
  });

  it('shows the part of a long text that has the words, within the width', async () => {
    const { server, search } = await filled();
    await server.facts('store_memory', {
      content: `${'Filler of no use. '.repeat(500)}The wick is trimmed by Ada.`,
    });
    const { stdout } = await search('who trims the wick');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('The wick is trimmed by Ada.');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  it('nothing asked lists the newest', async () => {
    const { contents } = await filled();
    expect(await contents('--limit', '2')).toEqual([KEPT[3], KEPT[2]]);
  });
});

describe('flags of the search', () => {
  it.each([
    ['--since', 'yesterday'],
    ['--since', '2026-02-30'],
    ['--until', '2026-13-01'],
    ['--until', ''],
    ['--as-of', 'then'],
    ['--min-score', '2'],
    ['--min-score', 'high'],
    ['--limit', '0'],
    ['--status', 'over'],
    ['--type', 'thought'],
  ])('%s %j is refused by its code, with what is wrong', async (flag, value) => {
    const ran = await runProgramInProcess(['search', 'oil', `${flag}=${value}`, '--json'], place());
    expect(ran.exitCode).not.toBe(0);
    const output = `${ran.stdout}${ran.stderr}`;
    expect(output).toContain('invalid_arguments');
    expect(output).toContain(flag);
  });

  it('refuses a query that is too long', async () => {
    const ran = await runProgramInProcess(['search', 'a'.repeat(100_000), '--json'], place());
    expect(ran.exitCode).not.toBe(0);
    expect(`${ran.stdout}${ran.stderr}`).toContain('text_too_long');
  });

  it('since, until and as-of bound what is found', async () => {
    const here = place();
    const { facts } = shellInProcess(here);
    const server = await serverInProcess(here);
    await server.facts('store_memory', { content: 'oil bought early', occurred_at: '2024-03-01T10:00:00Z' });
    await server.facts('store_memory', { content: 'oil bought late', occurred_at: '2024-03-09T10:00:00Z' });
    const contents = async (...flags: string[]) =>
      (await facts('search', 'oil', ...flags)).results.map(
        ({ record }: { record: { content: string } }) => record.content,
      );
    expect(await contents('--since', '2024-03-05')).toEqual(['oil bought late']);
    expect(await contents('--until', '2024-03-01')).toEqual(['oil bought early']);
    expect(await contents('--as-of', '2024-03-05')).toEqual([]);
    expect(await contents('--as-of', '2999-01-01')).toHaveLength(2);
  });
});
