import { expect, it } from 'vitest';
import { sandbox } from './settings-sandbox.ts';

const server = (args: readonly string[], env = {}) => ({ type: 'stdio', command: 'node', args, env });
const PLAIN = server(['/opt/throughline/dist/bin.js', 'mcp', '--home', '/home/ada/.throughline']);

const settingsWith = (entry: unknown) =>
  `${JSON.stringify({ projects: { '/work/lantern': { history: [], mcpServers: { throughline: entry, other: { command: 'x' } } } } }, null, 2)}\n`;

async function planWith(entry: unknown) {
  const here = sandbox();
  here.write(here.server, settingsWith(entry));
  const { notices } = await here.services().planInstall('claude-code', 'user');
  await here.install();
  const after = JSON.parse(here.read(here.server) ?? '{}');
  return { here, after, notices: notices.map(({ text }) => text).join(' ') };
}

it('replaces the entry that claude mcp add made for one folder, and leaves all others', async () => {
  const { after, notices, here } = await planWith(PLAIN);
  expect(after.projects['/work/lantern']).toEqual({ history: [], mcpServers: { other: { command: 'x' } } });
  expect(after.mcpServers.throughline.args).toContain('mcp');
  expect(notices).toContain('replaces the entry that claude mcp add made for /work/lantern');
  await here.uninstall();
  expect(here.read(here.server)).toBe(settingsWith(PLAIN));
});

it.each([
  ['an environment', server(PLAIN.args, { THROUGHLINE_PROJECT: 'Lantern' })],
  ['further flags', server([...PLAIN.args, '--read-only'])],
  ['an address', { type: 'http', url: 'http://127.0.0.1:4747/mcp' }],
  ['another program', server(['/srv/other.js'])],
])('keeps an entry with %s of its own, and says how to remove it', async (_, entry) => {
  const { after, notices } = await planWith(entry);
  expect(after.projects['/work/lantern'].mcpServers.throughline).toEqual(entry);
  expect(notices).toContain('claude mcp remove throughline -s local');
});

it('says nothing where there is no such entry', async () => {
  const here = sandbox();
  here.write(here.server, '{"projects": {"/work/lantern": {"mcpServers": {}}, "/x": 7}}\n');
  expect((await here.services().planInstall('claude-code', 'user')).notices).toEqual([]);
});
