import type { ConnectedClient, Probes, Start, Tried } from '../ports/client-check.ts';
import { type Finding, note, ok, warning } from './finding.ts';

const INSTALL = 'Run throughline install claude-code.';
const scoped = ({ scope }: ConnectedClient) =>
  scope === 'project' ? `${INSTALL.slice(0, -1)} --scope project.` : INSTALL;

function judgeEvents(connected: ConnectedClient): readonly Finding[] {
  const { client, hooks } = connected;
  if (hooks === null) return [];
  const who = `${client} (${hooks.path})`;
  if (hooks.isOff) {
    return [warning('hooks', `${who} runs no hooks at all: disableAllHooks is set.`, 'Take that line out.')];
  }
  if (hooks.missing.length > 0) {
    const missing = hooks.missing.join(', ');
    return [warning('hooks', `${who} does not run ours on ${missing}.`, scoped(connected))];
  }
  return [ok('hooks', `${who} runs ours on ${hooks.events.join(', ')}.`)];
}

/** Two sets of hooks both run: a session is told everything twice. */
function judgeTwice(all: readonly ConnectedClient[]): readonly Finding[] {
  const places = [
    ...all.flatMap(({ hooks }) => (hooks === null ? [] : [hooks.path])),
    ...(all.some(({ hasPlugin }) => hasPlugin) ? ['the plugin'] : []),
  ];
  if (places.length < 2) return [];
  const found = `Hooks of ours stand in ${places.join(' and ')}, and all of them run.`;
  return [
    warning(
      'hooks',
      found,
      'Keep one: throughline uninstall claude-code, with --scope project for those of a project.',
    ),
  ];
}

function judgeMissing(all: readonly ConnectedClient[]): readonly Finding[] {
  const hasServer = all.some(({ server }) => server !== null);
  if (!hasServer || all.some(({ hooks, hasPlugin }) => hooks !== null || hasPlugin)) return [];
  const found =
    'Claude Code starts our server and runs none of our hooks: what is kept reaches a session only when it asks.';
  return [note('hooks', found, INSTALL)];
}

function judgeTried(check: string, what: string, tried: Tried, own: string, fix: string): Finding {
  if ('problem' in tried) return warning(check, `${what} does not run: ${tried.problem}.`, fix);
  if (tried.version === own) return ok(check, `${what} answers, and is this version.`);
  return warning(check, `${what} is version ${tried.version}, and this is ${own}.`, fix);
}

const fixOf = ({ scope }: ConnectedClient) =>
  scope === 'project' ? 'Put this version on the PATH: npm install -g throughline.' : INSTALL;

/** Whether what Claude Code would start is there, answers and is this version. */
export async function judgeConnected(
  all: readonly ConnectedClient[],
  probes: Probes,
  ownVersion: string,
): Promise<readonly Finding[]> {
  const attempts = all.flatMap((connected) => {
    const attempt = async (check: string, what: string, start: Start, probe: Probes['hook']) =>
      judgeTried(check, what, await probe(start), ownVersion, fixOf(connected));
    const { hooks, server } = connected;
    return [
      ...(hooks?.start ? [attempt('hook_run', `The hook in ${hooks.path}`, hooks.start, probes.hook)] : []),
      ...(server?.start
        ? [attempt('server_run', `The server in ${server.path}`, server.start, probes.server)]
        : []),
    ];
  });
  return [
    ...all.flatMap(judgeEvents),
    ...judgeTwice(all),
    ...judgeMissing(all),
    ...(await Promise.all(attempts)),
  ];
}
