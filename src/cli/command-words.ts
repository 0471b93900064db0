import type { FieldProblem, ThroughlineError } from '../domain/error.ts';
import { renderAdvice } from '../domain/surface-wording.ts';
import { commandWording } from './command-wording.ts';

/** The use cases speak of tools and their arguments; on the command line these are commands and flags. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /The call named no session, so (\S+) was started for it; pass that as session_id, or call start_session first\./g,
    'No session was open here, so $1 was started; throughline end leaves its handoff and ends it.',
  ],
  [/Call start_session with session_id[= ]"([^"]+)"/gi, 'Run throughline session resume $1'],
  [
    /Call start_claudmaster_session with campaign_name and session_id="([^"]+)"/g,
    'Run throughline session resume $1',
  ],
  [/call start_claudmaster_session without session_id/g, 'run throughline session start'],
  [
    /start_claudmaster_session with resume true takes it up again/g,
    'throughline session resume takes it up again',
  ],
  [/ \(start_claudmaster_session for a game\)/g, ''],
  [/Call start_session with predecessor_id[= ]"([^"]+)"/gi, 'Run throughline session start --after $1'],
  [/call start_session without session_id and predecessor_id/g, 'run throughline session start'],
  [/start_session in the same worktree resumes it/g, 'throughline session resume takes it up again'],
  [/The next start_session or boot_report in this project/g, 'The next session in this project'],
  [/list_memories ids=\["([^"]+)"\]/g, 'throughline recall $1'],
  [/list_memories session_id="([^"]+)"(?: type=\w+)?(?: status=all)?/g, 'throughline session show $1 --full'],
  [/get_session_state session_id="([^"]+)"/g, 'throughline session show $1'],
  [/Pass checkpoint \(or summary_notes\), or mode "pause"/g, 'Pass --checkpoint "…", or --pause'],
  [/Name the one you mean as session_id/g, 'Name the one you mean with --session'],
  [/(the id of the one you mean|a plain name) as project/g, '$1 with --project'],
  [/Start Throughline in that folder once/g, 'Run throughline in that folder once'],
  [/\b(Leave out|Pass|pass another) (project|kind)\b/g, '$1 --$2'],
  [/succession_policy "(\w+)"/g, '--policy $1'],
  [/\b([Rr])epeat the call without cursor/g, '$1un it again without --cursor'],
  [/\bRepeat the call\b/g, 'Run it again'],
  [/\brepeat the call\b/g, 'run it again'],
  [
    /Call get_sessions to see which projects have sessions/g,
    'Run throughline project list to see which there are',
  ],
  [/search_memory or list_memories/g, 'throughline search'],
  [/boot_report, list_memories/g, 'throughline boot, throughline search'],
  [
    /get_campaign without a name lists them; save_campaign makes one/g,
    'throughline campaign list shows those there are',
  ],
  [
    /Name it, or start a session in it with start_claudmaster_session; get_campaign lists them/g,
    'Name it; throughline campaign list shows those there are',
  ],
  [
    /get_campaign with section branches lists them/g,
    'throughline campaign show --section branches lists them',
  ],
  [/get_campaign lists what there is/g, 'throughline campaign show --section lists what there is'],
  [/Take the id from what end_session answered/g, 'Take the id from throughline session show'],
];

const TOOLS: Readonly<Record<string, string>> = {
  start_session: 'session start',
  boot_report: 'boot',
  get_session_state: 'session show',
  get_sessions: 'session list',
  add_session_note: 'note',
  end_session: 'session end',
  close_session: 'session close',
  store_memory: 'remember',
  search_memory: 'search',
  list_memories: 'search',
  update_memory: 'resolve',
  delete_memory: 'forget',
  get_campaign: 'campaign show',
  get_events: 'campaign log',
  recap_session: 'campaign recap',
  rewind_session: 'campaign rewind',
};

/** Arguments by the flag they come from; those without dashes are given as words. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  session_id: '--session',
  predecessor_id: '--after',
  project: '--project',
  agent: '--agent',
  title: '--title',
  kind: '--kind',
  resume: '--new',
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
  cursor: '--cursor',
  limit: '--limit',
  id: 'ID',
  ids: 'ID',
  name: 'NAME',
  campaign: 'NAME',
  folder: 'FOLDER',
  file: 'FILE',
  to_turn: 'TURN',
  branch: '--branch',
  as_player: '--as',
  for_character: '--for',
};

/** Words that could be ours are left alone unless an error names them as a field. */
const UNMISTAKABLE = Object.keys(ARGUMENTS).filter((name) => name.includes('_'));

/** What stands in quotes is somebody's own text. */
const outsideQuotes = (text: string, change: (part: string) => string) =>
  text
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** What stands after a dot is a field of something else, such as of a file. */
const replaceName = (text: string, name: string, by: string) =>
  outsideQuotes(text, (part) =>
    part.replaceAll(new RegExp(`(?<![\\w.-])${name}(?![\\w])(?:\\[\\d*\\])?`, 'g'), by),
  );

/** A sentence of ours, said to someone at a shell. */
export function inCommandWords(text: string): string {
  let said = PHRASES.reduce((whole, [phrase, by]) => whole.replaceAll(phrase, by), text);
  for (const [tool, command] of Object.entries(TOOLS)) {
    said = outsideQuotes(said, (part) =>
      part
        .replaceAll(
          new RegExp(`\\b([Cc])all ${tool}\\b`, 'g'),
          (_, c: string) => `${c === 'C' ? 'Run' : 'run'} throughline ${command}`,
        )
        .replaceAll(new RegExp(`\\b${tool}\\b`, 'g'), `throughline ${command}`),
    );
  }
  for (const name of UNMISTAKABLE) said = replaceName(said, name, ARGUMENTS[name] ?? name);
  return said;
}

const wordFor = (field: string): string => {
  const [, base = field, rest = ''] = /^(\w+)(.*)/s.exec(field) ?? [];
  const word = ARGUMENTS[base] ?? field;
  // Only flags have parts; what has a place in a file is named by it.
  return rest.includes('.') && !word.startsWith('--') ? field : word;
};

export interface CommandFailure {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly allowed: readonly string[] | undefined;
}

/** An error as the command line tells it: which flag, and which command comes next. */
export function failureInCommandWords(error: ThroughlineError): CommandFailure {
  const { code, kind, fields, allowed } = error;
  let { message } = error;
  let hint = inCommandWords(error.hint);
  for (const { field } of fields ?? []) {
    const by = wordFor(field);
    if (by === field) continue;
    if (message.startsWith(`${field} `)) message = by + message.slice(field.length);
    const base = /^\w+/.exec(field)?.[0] ?? field;
    if (by.startsWith('--') || by === 'TEXT') hint = replaceName(hint, base, by);
  }
  return {
    code,
    kind,
    message: inCommandWords(message),
    hint: renderAdvice(commandWording, hint, error.next),
    fields: fields?.map((one) => ({
      ...one,
      field: wordFor(one.field),
      problem: inCommandWords(one.problem),
    })),
    allowed,
  };
}
