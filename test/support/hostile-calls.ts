import type { FilledGame } from '../campaign/support/hostile-game.ts';
import type { FilledWork } from './hostile-work.ts';

export interface Filled {
  readonly work: FilledWork;
  readonly game: FilledGame;
}

/** What each reading tool is called with. A tool that is missing here is called with hostile arguments only. */
export const readings = ({ work, game }: Filled): Record<string, readonly Record<string, unknown>[]> => ({
  boot_report: [{}, { format: 'brief' }, { budget_chars: 40_000 }].flatMap((args) => [
    { ...args, project: work.project },
    { ...args, project: game.campaign },
  ]),
  get_session_state: [work.ended, work.closed, game.session].flatMap((session_id) => [
    { session_id, detail_level: 'full', history_limit: 200 },
    { session_id, detail_level: 'minimal' },
  ]),
  get_sessions: [{ project: work.project }, { project: game.campaign }],
  search_memory: [
    { query: '', limit: 100, project: '*' },
    { query: 'zqConstraints', min_score: 0, status: 'all', project: game.campaign, limit: 100 },
    {
      // Without the entities, whose texts fill a page.
      query: 'zqConstraints -npc -character -location -quest -item -faction -thread',
      min_score: 0,
      status: 'all',
      project: game.campaign,
      limit: 100,
    },
    { query: 'zqConstraints', min_score: 0, status: 'all', project: '*' },
  ],
  list_memories: [{ limit: 100, status: 'all', project: work.project }, { project: game.campaign }],
  list_captures: [{ session_id: work.ended }],
  read_capture: ['summary', 'structured', 'raw'].map((mode) => ({ id: work.captureId, mode })),
  get_campaign: [
    {},
    { name: game.campaign },
    { name: game.campaign, as_player: true },
    { name: game.campaign, section: 'branches' },
    ...['characters', 'npcs', 'locations', 'quests', 'items', 'factions', 'threads'].map((section) => ({
      name: game.campaign,
      section,
    })),
  ],
  get_events: [{ campaign: game.campaign, limit: 50 }],
  recap_session: ['brief', 'standard', 'detailed'].flatMap((length) => [
    { campaign: game.campaign, length },
    { campaign: game.campaign, length, player_safe: true, for_character: game.character },
  ]),
});

/** What each command is run with; every command there is has a line. */
export const commandLines = (
  { work, game }: Filled,
  text: (field: string) => string,
): Record<string, readonly string[][]> => ({
  boot: [['boot'], ['boot', '--brief'], ['boot', '--explain']],
  loops: [['loops']],
  search: [['search'], ['search', 'zqConstraints', '--min-score', '0', '--status', 'all']],
  recall: [
    ['recall', ...work.recordIds],
    ['recall', text('unknown id')],
  ],
  remember: [['remember', '--subject', text('cli subject'), text('cli memory')]],
  note: [['note', '--title', text('cli note title'), text('cli note')]],
  checkpoint: [['checkpoint', text('cli checkpoint')]],
  resolve: [
    ['resolve', work.recordIds[2] ?? '', '--because', text('cli reason')],
    ['resolve', text('unknown loop')],
  ],
  forget: [
    ['forget', work.recordIds[3] ?? '', '--yes'],
    ['forget', text('unknown record')],
  ],
  'session list': [
    ['session', 'list'],
    ['session', 'list', '--all-projects'],
  ],
  'session show': [work.ended, work.closed, game.session, text('unknown session')].map((id) => [
    'session',
    'show',
    id,
    '--full',
  ]),
  'session start': [
    ['session', 'start', '--title', text('cli title'), '--agent', text('cli agent'), '--new'],
  ],
  'session pause': [['session', 'pause', '--checkpoint', text('cli pause')]],
  'session resume': [['session', 'resume']],
  'session end': [['session', 'end', '--checkpoint', text('cli end'), '--decision', text('cli decision')]],
  'session close': [
    ['session', 'close', work.ended, '--reason', text('cli close'), '--epitaph', text('cli epitaph')],
  ],
  'project list': [['project', 'list']],
  'project rename': [['project', 'rename', text('unknown project'), text('project name')]],
  'capture list': [['capture', 'list', '--session', work.ended]],
  'capture show': ['--raw', '--summary'].map((flag) => ['capture', 'show', work.captureId, flag]),
  'capture now': [['capture', 'now', text('cli capture'), '--session', work.ended]],
  'campaign list': [['campaign', 'list']],
  'campaign show': [
    ['campaign', 'show', game.campaign],
    ...['characters', 'npcs', 'locations', 'quests', 'items', 'factions', 'threads', 'branches'].map(
      (section) => ['campaign', 'show', game.campaign, '--section', section],
    ),
    ['campaign', 'show', text('unknown campaign')],
  ],
  'campaign party': [['campaign', 'party', game.campaign]],
  'campaign quests': [['campaign', 'quests', game.campaign]],
  'campaign recap': [['campaign', 'recap', game.campaign, '--length', 'detailed']],
  'campaign log': [['campaign', 'log', game.campaign]],
  'campaign rewind': [['campaign', 'rewind', '-1', game.campaign, '--yes', '--reason', text('cli rewind')]],
  'campaign export': [['campaign', 'export', '.', game.campaign]],
  'campaign import': [
    ['campaign', 'import', game.copyPath.replace(/\.md$/, '.json'), '--on-conflict', 'rename'],
    ['campaign', 'import', text('unknown file')],
  ],
  status: [['status']],
  backup: [['backup'], ['backup', text('unknown folder/file')]],
  restore: [['restore', text('unknown file')]],
  'config list': [['config', 'list']],
  'config get': [
    ['config', 'get', 'off'],
    ['config', 'get', text('unknown key')],
  ],
  'config set': [['config', 'set', 'project', text('configured project')]],
  'config unset': [['config', 'unset', 'project']],
  'config path': [['config', 'path']],
  identity: [['identity', '--show']],
  embed: [['embed']],
  import: [['import', 'claude-code', '--dry-run']],
  receipts: [['receipts']],
  install: [['install', 'claude-code', '--scope', 'project', '--dry-run']],
  uninstall: [['uninstall', 'claude-code', '--scope', 'project', '--dry-run']],
  'print-config': [
    ['print-config', 'claude-code'],
    ['print-config', text('unknown client')],
  ],
  off: [['off']],
  on: [['on']],
  tools: [['tools']],
  completion: [['completion', 'bash']],
  doctor: [['doctor']],
});
