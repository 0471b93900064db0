import type { WorkspaceStatus } from '../../app/workspace-status.ts';
import { loadConfig } from '../../config/load-config.ts';
import { hasCode } from '../../domain/error.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import { quoteUnlessOrdinary } from '../../domain/quote-text.ts';
import { snakeKeys } from '../command-wording.ts';
import { type ClientConnection, type CommandContext, defineCommand } from '../define-command.ts';
import { formatAgo } from '../format.ts';
import { oneLine, padToWidth, truncateToWidth } from '../terminal-text.ts';

const LABEL_WIDTH = 14;

type Rows = readonly (readonly [label: string, text: string])[];

const NO_STORE: WorkspaceStatus = { project: null, lastSeen: [], lastFailure: null, backups: [] };

/** Without a store there is still something to say about the clients. */
async function readStatus({ services, caller, project }: CommandContext) {
  try {
    return { hasStore: true, ...(await services.workspaceStatus(caller, { project })) };
  } catch (error) {
    if (hasCode(error, 'store_missing')) return { hasStore: false, ...NO_STORE };
    throw error;
  }
}

function projectText({ project, hasStore }: WorkspaceStatus & { readonly hasStore: boolean }): string {
  if (!hasStore) return 'nothing stored yet';
  if (project === null) return 'none: this folder is not a project';
  const name = quoteUnlessOrdinary(oneLine(project.name));
  if (project.isOff) return `${name} is off. To switch it on: throughline on`;
  return `${name}, ${project.isNew ? 'nothing stored yet' : countOf(project.openLoopCount, 'open loop')}`;
}

const labelledRows = (label: string, lines: readonly string[]): Rows =>
  lines.map((line, index) => [index === 0 ? label : '', line]);

function clientRows(
  connections: readonly ClientConnection[],
  { lastSeen }: WorkspaceStatus,
  context: CommandContext,
): Rows {
  const parts = ({ hasHooks, hasServer }: ClientConnection) =>
    [hasHooks && 'hooks', hasServer && 'server'].filter(Boolean).join(' and ');
  const known = connections.map((one) => {
    const last = lastSeen.find(({ client }) => client === one.client);
    const when = last === undefined ? 'not seen yet' : `seen ${formatAgo(last.lastSeenAt, context.now)}`;
    return `${one.title}: ${parts(one)}, ${when}`;
  });
  const others = lastSeen
    .filter(({ client }) => client !== 'cli' && connections.every((one) => one.client !== client))
    .map(
      ({ client, lastSeenAt }) =>
        `${quoteUnlessOrdinary(oneLine(client))}: ${formatAgo(lastSeenAt, context.now)}`,
    );
  const none = 'none connected. To connect one: throughline install CLIENT';
  return [
    ...labelledRows('Clients', known.length === 0 ? [none] : known),
    ...labelledRows('Also seen', others),
  ];
}

function failureText({ lastFailure }: WorkspaceStatus, context: CommandContext): string {
  if (lastFailure === null) return 'none';
  const { at, client, event, code } = lastFailure;
  return `${formatAgo(at, context.now)}: ${oneLine(`${client} ${event}`)} (${oneLine(code)}). For details: throughline doctor`;
}

function backupText({ backups: [newest, ...older] }: WorkspaceStatus, context: CommandContext): string {
  if (newest === undefined) return 'none. To make one: throughline backup';
  const others = older.length === 0 ? '' : `, ${older.length} older`;
  return `${formatAgo(newest.madeAt, context.now)} (${newest.reason})${others}`;
}

function renderRows(rows: Rows, { width, style }: CommandContext): readonly string[] {
  return rows.map(([label, text]) => {
    const shown = truncateToWidth(text, Math.max(20, width - LABEL_WIDTH));
    return `${style.bold(padToWidth(label, LABEL_WIDTH))}${shown}`;
  });
}

export const status = defineCommand({
  name: 'status',
  summary:
    'Show the connected clients, the last failure, the last backup and the open loops of this project.',
  effect: 'read',
  examples: ['throughline status', 'throughline status --json'],
  async act(context) {
    const { store, home } = loadConfig(context.settings.input);
    const [found, connections, { folder }] = await Promise.all([
      readStatus(context),
      context.connections(),
      context.backups(),
    ]);
    const rows: Rows = [
      ['Project', projectText(found)],
      ...clientRows(connections, found, context),
      ['Last failure', failureText(found, context)],
      ['Last backup', backupText(found, context)],
      ['Backups in', oneLine(folder)],
      ['Store', `${oneLine(store)}${found.hasStore ? '' : ' (not created yet)'}`],
    ];
    return {
      lines: renderRows(rows, context),
      facts: snakeKeys({ home, store, backupFolder: folder, connections, ...found }),
    };
  },
});
