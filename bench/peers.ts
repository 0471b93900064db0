import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClient } from '../test/support/stdio-client.ts';
import type { Bench, Row } from './benchmark.ts';
import { inPlace, processMs, ratioOf, rounded, timed } from './measure.ts';

const PEER = '@modelcontextprotocol/server-memory@2026.8.31';
const WRITES = 40;
const ROUNDS = 11;

interface Server {
  readonly name: string;
  readonly open: () => Promise<StdioClient>;
  readonly write: (client: StdioClient, index: number) => Promise<unknown>;
  /** How many of the writes a new process finds. */
  readonly count: (client: StdioClient) => Promise<number>;
}

interface Listed {
  readonly tools: readonly { name: string; description?: string; inputSchema: unknown }[];
}

/** Installed for this run only, in a folder of its own. */
function installPeer(folder: string): string | undefined {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', PEER], {
      cwd: folder,
      stdio: 'pipe',
    });
  } catch {
    return undefined;
  }
  const program = join(folder, 'node_modules', '@modelcontextprotocol', 'server-memory', 'dist', 'index.js');
  return existsSync(program) ? program : undefined;
}

async function rowsOf(server: Server, bare: () => Promise<number>): Promise<Row[]> {
  const start = await ratioOf(
    ROUNDS,
    async () => {
      let client: StdioClient | undefined;
      const ms = await timed(async () => {
        client = await server.open();
      });
      await client?.kill();
      return ms;
    },
    bare,
  );
  const client = await server.open();
  const { tools } = (await client.request('tools/list', {})) as Listed;
  const bytes = tools
    .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const writes = await Promise.allSettled(
    Array.from({ length: WRITES }, (_, index) => server.write(client, index)),
  );
  const acknowledged = writes.filter(({ status }) => status === 'fulfilled').length;
  await client.kill();
  const reader = await server.open();
  const kept = await server.count(reader);
  await reader.kill();
  const area = `peers: ${server.name}`;
  return [
    { area, measure: 'spawn → first answer, multiple of node -e 0', value: rounded(start.ratio), unit: '×' },
    { area, measure: `definitions of ${tools.length} tools`, value: rounded(bytes / 1024, 1), unit: 'KB' },
    {
      area,
      measure: `${WRITES} unawaited writes, kill: acknowledged ones that are there`,
      value: kept,
      unit: `of ${acknowledged}`,
    },
  ];
}

export const peers: Bench = {
  name: 'peers',
  about: `${PEER}, installed for this run only, beside ours`,
  run: (progress) =>
    inPlace(async ({ home, project }) => {
      const folder = mkdtempSync(join(tmpdir(), 'throughline-peer-'));
      const env = { HOME: home, THROUGHLINE_HOME: home };
      const bare = () => processMs(['-e', '0'], env, project);
      const ours: Server = {
        name: 'throughline',
        open: () => StdioClient.open({ home, cwd: project }),
        write: (client, index) => client.facts('add_session_note', { summary: `note ${index}` }),
        count: async (client) => (await client.facts('get_sessions')).sessions[0]?.notes.length ?? 0,
      };
      const rows = await rowsOf(ours, bare);
      try {
        progress(`installing ${PEER}`);
        const program = installPeer(folder);
        if (program === undefined) {
          progress('the peer cannot be installed here; only ours is measured');
          return rows;
        }
        const data = join(folder, 'data');
        mkdirSync(data);
        const theirs: Server = {
          name: 'server-memory',
          open: () =>
            StdioClient.open({
              home,
              cwd: project,
              program: [program],
              env: { MEMORY_FILE_PATH: join(data, 'memory.json') },
            }),
          write: async (client, index) => {
            const entity = { name: `entity ${index}`, entityType: 'note', observations: [`note ${index}`] };
            const result = await client.call('create_entities', { entities: [entity] });
            if (result.isError) throw new Error('refused');
          },
          count: async (client) => {
            const { content } = await client.call('read_graph');
            return (JSON.parse(content[0]?.text ?? '{}') as { entities?: unknown[] }).entities?.length ?? 0;
          },
        };
        return [...rows, ...(await rowsOf(theirs, bare))];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
};
