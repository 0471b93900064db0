import { type NextStep, nextStep } from '../../domain/next-step.ts';
import type { HookFailure } from '../../domain/orientation/facts.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import type { ClientStart, ConnectedClient, ProbeResult, Probes } from '../ports/client-settings.ts';
import { type Finding, note, ok, warning } from './finding.ts';

const installStep = ({ client, scope }: ConnectedClient): NextStep =>
  nextStep('client.install', { client, ...(scope === 'project' ? { scope } : {}) });

function checkEvents(connected: ConnectedClient): readonly Finding[] {
  const { title, hooks } = connected;
  if (hooks === null) return [];
  const who = `${title} (${hooks.path})`;
  if (hooks.offBecause !== null) {
    return [warning('hooks', `${who} runs no hooks: ${hooks.offBecause}.`, 'Remove that line.')];
  }
  if (hooks.missing.length > 0) {
    const missing = hooks.missing.join(', ');
    return [
      warning('hooks', `${who} does not run the hooks of Throughline on ${missing}.`, null, [
        installStep(connected),
      ]),
    ];
  }
  const { caution } = hooks;
  if (caution !== null) return [warning('hooks', `${who}: ${caution.found}.`, caution.fix)];
  return [ok('hooks', `${who} runs the hooks of Throughline on ${hooks.events.join(', ')}.`)];
}

/** Two sets of hooks both run, and a session gets everything twice. */
function checkDuplicateHooks(scopes: readonly ConnectedClient[]): readonly Finding[] {
  const hooked = scopes.filter(({ hooks }) => hooks !== null);
  const places = [
    ...hooked.flatMap(({ hooks }) => hooks?.path ?? []),
    ...(scopes.some(({ hasPlugin }) => hasPlugin) ? ['the plugin'] : []),
  ];
  if (places.length < 2) return [];
  const found = `Hooks of Throughline are in ${places.join(' and ')}, and all of them run.`;
  const steps = hooked.map(({ client, scope }) => nextStep('client.uninstall', { client, scope }));
  return [warning('hooks', found, 'Keep one.', steps)];
}

function checkMissingHooks(scopes: readonly ConnectedClient[]): readonly Finding[] {
  const first = scopes.find(({ server }) => server !== null);
  if (first === undefined || scopes.some(({ hooks, hasPlugin }) => hooks !== null || hasPlugin)) return [];
  const { title, client } = first;
  const found = `${title} starts the server but runs no hooks of Throughline. A session gets its boot report only if it calls a tool.`;
  return [note('hooks', found, null, [nextStep('client.install', { client })])];
}

/** The entry for a folder wins, so what `install` changes has no effect there. */
function checkOverrides({ title, client, server, overriddenIn = [] }: ConnectedClient): readonly Finding[] {
  if (server === null || overriddenIn.length === 0) return [];
  const found = `${title} has another server entry throughline for ${overriddenIn.join(', ')} in ${server.path}, and uses that one there.`;
  return [warning('clients', found, 'Replace it.', [nextStep('client.install', { client })])];
}

type Advice = Pick<Finding, 'fix' | 'next'>;

function checkProbe(check: string, what: string, result: ProbeResult, own: string, { fix, next }: Advice) {
  if ('problem' in result) return warning(check, `${what} does not run: ${result.problem}.`, fix, next);
  if (result.version === own) return ok(check, `${what} runs and has this version.`);
  return warning(check, `${what} is version ${result.version}, but this is version ${own}.`, fix, next);
}

const adviceFor = (connected: ConnectedClient): Advice =>
  connected.scope === 'project'
    ? { fix: 'Install this version: run npm install -g . in the folder of Throughline.', next: [] }
    : { fix: null, next: [installStep(connected)] };

/**
 * Tries every start once, and one after the other: many clients start the same program, and on a busy machine many
 * processes at the same time would be too slow for the time limit.
 */
function inTurn(probe: Probes['hook']): Probes['hook'] {
  const results = new Map<string, Promise<ProbeResult>>();
  let last: Promise<unknown> = Promise.resolve();
  return (start) => {
    const key = JSON.stringify(start);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = last.then(() => probe(start));
    results.set(key, result);
    last = result;
    return result;
  };
}

/** Clients that share a settings file are started from the same entry: it is tried once. */
const isFirstWithServer = (
  { server, scope }: ConnectedClient,
  index: number,
  all: readonly ConnectedClient[],
) => all.findIndex((other) => other.server?.path === server?.path && other.scope === scope) === index;

export async function checkConnected(all: readonly ConnectedClient[], probes: Probes, ownVersion: string) {
  const [tryHook, tryServer] = [inTurn(probes.hook), inTurn(probes.server)];
  const attempts = all.flatMap((connected, index) => {
    const attempt = async (check: string, what: string, start: ClientStart, probe: Probes['hook']) =>
      checkProbe(check, what, await probe(start), ownVersion, adviceFor(connected));
    const { hooks, server } = connected;
    return [
      ...(hooks?.start ? [attempt('hook_run', `The hook in ${hooks.path}`, hooks.start, tryHook)] : []),
      ...(server?.start && isFirstWithServer(connected, index, all)
        ? [attempt('server_run', `The server in ${server.path}`, server.start, tryServer)]
        : []),
    ];
  });
  const byClient = [...new Set(all.map(({ client }) => client))].map((name) =>
    all.filter(({ client }) => client === name),
  );
  return [
    ...all.flatMap(checkEvents),
    ...byClient.flatMap(checkDuplicateHooks),
    ...all.flatMap(checkOverrides),
    ...byClient.flatMap(checkMissingHooks),
    ...(await Promise.all(attempts)),
  ];
}

const MAX_SHOWN = 5;

const describeFailure = ({ at, client, event, workspace, code, message }: HookFailure): string => {
  const where = workspace === undefined ? '' : `, workspace ${workspace}`;
  return `${at} ${client} ${event}${where}: ${code}, ${message}`;
};

/** Those of all workspaces: the person who runs the doctor owns the home. Reports show only those of their own. */
export function checkHookFailures(path: string, failures: readonly HookFailure[]): readonly Finding[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(-MAX_SHOWN);
  const which = shown.length < failures.length ? ` The last ${MAX_SHOWN}:` : '';
  const found = `${countOf(failures.length, 'failure')} at the end of ${path}.${which} ${shown.map(describeFailure).join(' ')}`;
  return [note('hook_log', found, `To clear them, delete ${path}.`)];
}
