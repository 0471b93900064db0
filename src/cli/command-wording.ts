import {
  type Actions,
  type ByAction,
  forAction,
  type NextStep,
  type SurfaceWording,
} from '../domain/next-step.ts';
import { toSnakeCase } from '../lib/key-case.ts';

/** Renames the keys of our own objects for `--json`. Not for maps whose keys are stored text. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [toSnakeCase(key), snakeKeys(one)]));
}

type Word = string | undefined | false;

const PLAIN_WORD = /^[\w.:/@=+-]+$/;
export const quoteForShell = (word: string) =>
  PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

const command = (...words: readonly Word[]): string =>
  ['throughline', ...words.filter((word) => typeof word === 'string')].join(' ');
const flag = (name: string, value: string | undefined): Word =>
  value === undefined ? undefined : `${name}${value.startsWith('-') ? '=' : ' '}${quoteForShell(value)}`;
const argument = (value: string | undefined): Word =>
  value === undefined ? undefined : quoteForShell(value);

/** A value that the person fills in has the name that the help of the command uses. */
const required = (value: string | undefined, name: string) =>
  value === undefined ? name : quoteForShell(value);

const inSession = (what: string): string => `an agent in a session can ${what}`;

const listMemories = ({ type, session, project, status }: Actions['memory.list']): string => {
  if (session !== undefined) return command('session show', argument(session), '--full');
  if (type === 'open_loop' && status === undefined) return command('loops', flag('--project', project));
  return command('search', flag('--type', type), flag('--status', status), flag('--project', project));
};

const updateMemory = ({ id, status }: Actions['memory.update']): string => {
  if (status === 'resolved') return command('resolve', required(id, 'ID'));
  if (id === undefined && status === undefined) return command('remember --supersedes ID TEXT');
  const record = id === undefined ? 'a record' : `the record ${id}`;
  return inSession(status === 'active' ? `make ${record} active again` : `change ${record}`);
};

const COMMANDS: ByAction<string> = {
  'orientation.read': ({ project }) => command('boot', flag('--project', project)),
  'gap.list': ({ project }) => command('boot --explain', flag('--project', project)),
  'session.start': ({ project, kind, campaign, predecessor }) =>
    command(
      'session start',
      kind === 'game' && campaign === undefined && '--kind game',
      flag('--project', project ?? campaign),
      flag('--after', predecessor),
    ),
  'session.resume': ({ session }) => command('session resume', argument(session)),
  'session.list': ({ project }) => command('session list', flag('--project', project)),
  'session.show': ({ session, detail }) =>
    command('session show', argument(session), detail === 'full' && '--full'),
  'session.end': ({ session, mode }) =>
    command(mode === 'pause' ? 'session pause' : 'session end', argument(session)),
  'session.close': ({ session, policy }) =>
    command('session close', quoteForShell(session), flag('--policy', policy)),
  'note.add': ({ session }) => command('note', flag('--session', session), 'TEXT'),
  'note.read': ({ session, project }) =>
    command(
      'session show',
      argument(session),
      flag('--project', session === undefined ? project : undefined),
    ),
  'project.list': () => command('project list'),
  'loop.resolve': ({ id }) => command(id === undefined ? 'loops' : 'resolve', argument(id)),
  'memory.read': ({ ids }) => command('recall', ...ids.map(quoteForShell)),
  'memory.list': listMemories,
  'memory.search': ({ project }) => command('search', flag('--project', project)),
  'memory.store': ({ type, isGlobal, supersedes = [] }) =>
    command(
      'remember',
      flag('--type', type),
      isGlobal === true && '--global',
      ...supersedes.map((id) => flag('--supersedes', id)),
      'TEXT',
    ),
  'memory.restore': () => inSession('restore the text of a record'),
  'memory.update': updateMemory,
  'capture.list': ({ isUnreviewed }) => command('capture list', isUnreviewed && '--unread'),
  'capture.read': ({ id }) => command('capture show', required(id, 'ID')),
  'campaign.list': () => command('campaign list'),
  'campaign.show': ({ campaign, section }) =>
    command('campaign show', argument(campaign), flag('--section', section)),
  'campaign.save': () => inSession('create the campaign'),
  'entity.save': ({ kind }) => inSession(`save the ${kind ?? 'entity'}`),
  'game.update': () => inSession('change the state of the game'),
  'event.list': () => command('campaign log'),
  'campaign.export': () => command('campaign export FOLDER'),
  'campaign.import': () => command('campaign import FILE'),
  'project.switch-on': () => command('on'),
  'backup.create': () => command('backup'),
  'backup.restore': ({ file }) => command('restore', required(file, 'FILE')),
  'backup.purge': () => command('backup --purge'),
  'doctor.run': ({ isRepairing }) => command('doctor', isRepairing && '--repair'),
  'config.set': ({ key, value }) => command('config set', quoteForShell(key), required(value, 'VALUE')),
  'identity.edit': () => command('identity'),
  'identity.show': () => command('identity --show'),
  'client.install': ({ client, scope }) =>
    command('install', required(client, 'CLIENT'), flag('--scope', scope)),
  'client.uninstall': ({ client, scope }) =>
    command('uninstall', required(client, 'CLIENT'), flag('--scope', scope)),
  'client.print-settings': ({ client }) => command('print-config', required(client, 'CLIENT')),
};

const SAME_NAMES =
  'agent branch checkpoint cursor epitaph importance kind limit project reason scope subject supersedes title type';

const PARAMETERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SAME_NAMES.split(' ').map((name) => [name, `--${name}`])),
  session_id: '--session',
  predecessor_id: '--after',
  decisions: '--decision',
  open_loops: '--open-loop',
  preferences: '--preference',
  constraints: '--constraint',
  warnings: '--warning',
  lessons: '--lesson',
  relational_delta: '--delta',
  next_session_focus: '--focus',
  resolved_loops: '--resolve',
  succession_policy: '--policy',
  content: 'TEXT',
  summary: 'TEXT',
  tags: '--tag',
  aliases: '--alias',
  expires_at: '--expires',
  ttl_hours: '--ttl-hours',
  resolution: '--because',
  transcript_path: '--transcript',
  budget_chars: '--budget',
  id: 'ID',
  ids: 'ID',
  name: 'NAME',
  campaign: 'NAME',
  folder: 'FOLDER',
  file: 'FILE',
  to_turn: 'TURN',
  on_conflict: '--on-conflict',
  as_player: '--as',
  for_character: '--for',
};

/** Drops an index or a part of a value, which nobody types. Names of fields in a file are kept. */
function flagOfParameter(name: string): string {
  const [, base = name, rest = ''] = /^(\w+)(.*)/s.exec(name) ?? [];
  const word = PARAMETERS[base] ?? name;
  return rest.includes('.') && !word.startsWith('--') ? name : word;
}

const isCommand = (line: string) => line.startsWith('throughline ');

const commandLine = (step: NextStep): string => forAction(COMMANDS, step);

export function commandStep(step: NextStep) {
  const line = commandLine(step);
  return {
    action: step.action,
    args: snakeKeys(step.args),
    command: isCommand(line) ? line : null,
  };
}

export const commandWording: SurfaceWording = {
  step: commandLine,
  steps: (next) => {
    const lines = [...new Set(next.map(commandLine))];
    const commands = lines.filter(isCommand);
    const others = lines
      .filter((line) => !isCommand(line))
      .map((line) => `${line[0]?.toUpperCase()}${line.slice(1)}.`);
    return [...(commands.length === 0 ? [] : [`Run ${commands.join(', or ')}.`]), ...others].join(' ');
  },
  parameter: flagOfParameter,
};
