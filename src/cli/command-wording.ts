import { type ByAction, forAction, type NextStep } from '../domain/next-step.ts';
import type { SurfaceWording } from '../domain/surface-wording.ts';

type Word = string | undefined | false;

const PLAIN = /^[\w.:/@=+-]+$/;
const quoted = (word: string) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const command = (...words: readonly Word[]): string =>
  ['throughline', ...words.filter((word) => typeof word === 'string')].join(' ');
const flag = (name: string, value: string | undefined): Word =>
  value === undefined ? undefined : `${name} ${quoted(value)}`;
const argument = (value: string | undefined): Word => (value === undefined ? undefined : quoted(value));

/** There is no command for it. */
const inSession = (what: string): string => `an agent in a session can ${what}`;

const COMMANDS: ByAction<string> = {
  'orientation.read': ({ project }) => command('boot', flag('--project', project)),
  'session.start': ({ project, kind, predecessor }) =>
    command(
      'session start',
      kind === 'game' && '--kind game',
      flag('--project', project),
      flag('--after', predecessor),
    ),
  'session.resume': ({ session }) => command('session resume', argument(session)),
  'session.list': ({ project }) => command('session list', flag('--project', project)),
  'session.show': ({ session, detail }) =>
    command('session show', argument(session), detail === 'full' && '--full'),
  'session.end': ({ session, mode }) =>
    command(mode === 'pause' ? 'session pause' : 'session end', argument(session)),
  'session.close': ({ session, policy }) =>
    command('session close', argument(session), flag('--policy', policy)),
  'note.add': ({ session }) => command('note', flag('--session', session)),
  'project.list': () => command('project list'),
  'loop.resolve': ({ id }) => command(id === undefined ? 'loops' : 'resolve', argument(id)),
  'memory.read': ({ ids }) => command('recall', ...ids.map(quoted)),
  'memory.list': ({ type, session, project, status }) =>
    session === undefined
      ? command('search', flag('--type', type), flag('--status', status), flag('--project', project))
      : command('session show', argument(session), '--full'),
  'memory.search': ({ project }) => command('search', flag('--project', project)),
  'memory.store': ({ type, isGlobal }) =>
    command('remember', flag('--type', type), isGlobal === true && '--global'),
  'memory.update': ({ id }) => command('resolve', argument(id)),
  'capture.list': () => command('capture list'),
  'capture.read': ({ id }) => command('capture show', argument(id)),
  'campaign.list': () => command('campaign list'),
  'campaign.show': ({ campaign, section }) =>
    command('campaign show', argument(campaign), flag('--section', section)),
  'campaign.save': () => inSession('create the campaign'),
  'entity.save': ({ kind }) => inSession(`save the ${kind ?? 'entity'}`),
  'game.update': () => inSession('change how things stand in the game'),
  'event.list': () => command('campaign log'),
  'campaign.export': () => command('campaign export FOLDER'),
  'campaign.import': () => command('campaign import FILE'),
  'project.switch-on': () => command('on'),
  'doctor.run': ({ isRepairing }) => command('doctor', isRepairing && '--repair'),
  'identity.edit': () => command('identity'),
  'identity.show': () => command('identity --show'),
  'client.install': ({ client }) => command('install', argument(client)),
  'client.print-settings': ({ client }) => command('print-config', argument(client)),
};

/** Arguments by the flag they come from; those without dashes are given as words. */
const PARAMETERS: Readonly<Record<string, string>> = {
  session_id: '--session',
  predecessor_id: '--after',
  project: '--project',
  agent: '--agent',
  title: '--title',
  kind: '--kind',
  checkpoint: '--checkpoint',
  decisions: '--decision',
  open_loops: '--open-loop',
  preferences: '--preference',
  constraints: '--constraint',
  warnings: '--warning',
  lessons: '--lesson',
  relational_delta: '--delta',
  next_session_focus: '--focus',
  resolved_loops: '--resolve',
  reason: '--reason',
  epitaph: '--epitaph',
  succession_policy: '--policy',
  content: 'TEXT',
  summary: 'TEXT',
  subject: '--subject',
  tags: '--tag',
  aliases: '--alias',
  supersedes: '--supersedes',
  expires_at: '--expires',
  ttl_hours: '--ttl-hours',
  importance: '--importance',
  resolution: '--because',
  budget_chars: '--budget',
  cursor: '--cursor',
  limit: '--limit',
  id: 'ID',
  ids: 'ID',
  name: 'NAME',
  campaign: 'NAME',
  folder: 'FOLDER',
  file: 'FILE',
  to_turn: 'TURN',
  on_conflict: '--on-conflict',
  branch: '--branch',
  as_player: '--as',
  for_character: '--for',
};

export const commandLine = (step: NextStep): string => forAction(COMMANDS, step);

const isCommand = (line: string) => line.startsWith('throughline ');

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
  parameter: (name) => PARAMETERS[name] ?? name,
};
