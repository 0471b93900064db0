import { type ByAction, forAction, type NextStep, type SurfaceWording } from '../domain/next-step.ts';

// Hooks use this wording too, so nothing here may load the protocol library.

export interface ToolCall {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

type Arguments = Readonly<Record<string, unknown>>;

function call(action: string, given: Arguments = {}): ToolCall {
  const args: Record<string, unknown> = {};
  for (const name of Object.keys(given)) if (given[name] !== undefined) args[name] = given[name];
  return { action, args };
}

const ASK_PERSON = 'ask_person';
export const isForPerson = ({ action }: ToolCall): boolean => action === ASK_PERSON;
const askPerson = (command: string): ToolCall => call(ASK_PERSON, { command: `throughline ${command}` });

const words = (...given: readonly (string | undefined)[]): string =>
  given.filter((word) => word !== undefined).join(' ');

const isGame = ({ kind }: { readonly kind?: 'work' | 'game' }) => kind === 'game';

const CALLS: ByAction<ToolCall> = {
  'orientation.read': ({ project, format }) => call('boot_report', { project, format }),
  'gap.list': ({ project }) => call('boot_report', { project }),
  'session.start': ({ project, kind, campaign, predecessor }) =>
    kind === 'game'
      ? call('start_claudmaster_session', { campaign_name: campaign, session_id: predecessor })
      : call('start_session', { project, predecessor_id: predecessor }),
  'session.resume': (args) =>
    isGame(args)
      ? call('start_claudmaster_session', {
          campaign_name: args.campaign,
          session_id: args.session,
          resume: args.session === undefined ? true : undefined,
        })
      : call('start_session', { session_id: args.session }),
  'session.list': ({ project }) => call('get_sessions', { project }),
  'session.show': ({ session, detail }) =>
    call('get_session_state', { session_id: session, detail_level: detail }),
  'session.end': (args) =>
    call(isGame(args) ? 'end_claudmaster_session' : 'end_session', {
      session_id: args.session,
      mode: args.mode,
    }),
  'session.close': ({ session, policy }) =>
    call('close_session', { session_id: session, succession_policy: policy }),
  'note.add': ({ session }) => call('add_session_note', { session_id: session }),
  'note.read': ({ project }) => call('get_sessions', { project }),
  'project.list': () => call('get_sessions'),
  'loop.resolve': ({ id }) => call('end_session', { resolved_loops: id === undefined ? undefined : [id] }),
  'memory.read': ({ ids }) => call('list_memories', { ids }),
  'memory.list': ({ type, session, project, status }) =>
    call('list_memories', { session_id: session, type, project, status }),
  'memory.search': ({ project }) => call('search_memory', { project }),
  'memory.store': ({ type, isGlobal, supersedes }) =>
    call('store_memory', { type, project: isGlobal === true ? null : undefined, supersedes }),
  'memory.restore': () => call('update_memory'),
  'memory.update': ({ id, status }) => call('update_memory', { id, status }),
  'capture.list': ({ isUnreviewed }) => call('list_captures', { unreviewed_only: isUnreviewed }),
  'capture.read': ({ id }) => call('read_capture', { id }),
  'campaign.list': () => call('get_campaign'),
  'campaign.show': ({ campaign, section }) => call('get_campaign', { name: campaign, section }),
  'campaign.save': ({ campaign }) => call('save_campaign', { name: campaign }),
  'entity.save': ({ kind, name, visibility }) => call('save_entity', { kind, name, visibility }),
  'game.update': () => call('update_game_state'),
  'event.list': () => call('get_events'),
  'campaign.export': () => askPerson('campaign export FOLDER'),
  'campaign.import': () => askPerson('campaign import FILE'),
  'project.switch-on': () => askPerson('on'),
  'backup.create': () => askPerson('backup'),
  'backup.restore': ({ file }) => askPerson(words('restore', file ?? 'FILE')),
  'backup.purge': () => askPerson('backup --purge'),
  'doctor.run': ({ isRepairing }) => askPerson(isRepairing ? 'doctor --repair' : 'doctor'),
  'config.set': ({ key, value }) => askPerson(words('config set', key, value ?? 'VALUE')),
  'identity.edit': () => askPerson('identity'),
  'identity.show': () => askPerson('identity --show'),
  'client.install': ({ client, scope }) =>
    askPerson(words('install', client ?? 'CLIENT', scope && `--scope ${scope}`)),
  'client.uninstall': ({ client, scope }) =>
    askPerson(words('uninstall', client ?? 'CLIENT', scope && `--scope ${scope}`)),
  'client.print-settings': ({ client }) => askPerson(`print-config ${client ?? 'CLIENT'}`),
};

const PLAIN = /^[\w.:*-]+$/;

const renderValue = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);

export const toolCall = (step: NextStep): ToolCall => forAction(CALLS, step);

const render = (one: ToolCall): string =>
  isForPerson(one)
    ? String(one.args.command)
    : [one.action, ...Object.entries(one.args).map(([name, value]) => `${name}=${renderValue(value)}`)].join(
        ' ',
      );

const sentence = (begin: string, calls: readonly ToolCall[]): string[] =>
  calls.length === 0 ? [] : [`${begin} ${[...new Set(calls.map(render))].join(', or ')}.`];

export const toolWording: SurfaceWording = {
  step: (step) => render(toolCall(step)),
  steps: (next) => {
    const calls = next.map(toolCall);
    return [
      ...sentence(
        'Call',
        calls.filter((one) => !isForPerson(one)),
      ),
      ...sentence('Ask the person to run', calls.filter(isForPerson)),
    ].join(' ');
  },
  parameter: (name) => name,
};

export type HasTool = (name: string) => boolean;

const isOffered = (call: ToolCall, hasTool: HasTool): boolean => isForPerson(call) || hasTool(call.action);

/** Leaves out calls that this server would refuse. */
export const offeredCalls = (next: readonly NextStep[], hasTool: HasTool): readonly ToolCall[] =>
  next.map(toolCall).filter((call) => isOffered(call, hasTool));

/** Recommends the tools that this server offers, and marks the others as switched off. */
export const offeredWording = (hasTool: HasTool): SurfaceWording => ({
  ...toolWording,
  step(step) {
    const words = toolWording.step(step);
    return isOffered(toolCall(step), hasTool) ? words : `${words} (switched off here)`;
  },
  steps(next) {
    const offered = next.filter((step) => isOffered(toolCall(step), hasTool));
    const off = new Set(next.filter((step) => !offered.includes(step)).map((step) => toolCall(step).action));
    const note = `(${[...off].join(', ')} ${off.size === 1 ? 'is' : 'are'} switched off here.)`;
    return [toolWording.steps(offered), off.size === 0 ? '' : note].filter((part) => part !== '').join(' ');
  },
});
