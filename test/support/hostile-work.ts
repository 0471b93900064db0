import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORD_TYPES } from '../../src/domain/record/record.ts';
import { logHookFailure } from '../../src/system/hook-log.ts';
import { git } from './git.ts';
import { Conversation } from './hook.ts';
import type { Hostile } from './hostile-text.ts';
import type { Place } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: facts are read field by field.
export type Call = (name: string, args: Record<string, unknown>) => Promise<any>;

/** A transcript in which the person, the agent, tools, files and commands have hostile names and words. */
function writeTranscript(here: Place, { text }: Hostile): string {
  return new Conversation(here, 'hostile')
    .asks(`Never ${text('request')}`)
    .asks(`We decided to use ${text('spoken decision')} because it is faster.`)
    .does('TodoWrite', { todos: [{ content: text('todo'), status: 'pending' }] })
    .does('Write', { file_path: join(here.project, text('written file', 60)), content: 'x' }, 'File created')
    .does('Read', { file_path: join(here.project, text('read file', 60)) })
    .does(
      'Bash',
      { command: `npm test ${text('command')}` },
      `Exit code 1\n${text('output')}\n 1 failed`,
      true,
    )
    .does('Bash', { command: 'git commit -m x' }, `[main 1a2b3c4] ${text('commit subject')}\n 1 file changed`)
    .does(text('tool name', 60), { anything: text('tool input') }, text('tool result'))
    .says(`Done. ${text('reply')}`).path;
}

async function storeRecords(call: Call, { text }: Hostile): Promise<string[]> {
  const ids: string[] = [];
  for (const type of RECORD_TYPES) {
    const { id } = await call('store_memory', {
      type,
      content: text(`${type} content`),
      subject: text(`${type} subject`),
      tags: [text(`${type} tag`, 60)],
      aliases: [text(`${type} alias`, 60)],
    });
    ids.push(id);
  }
  const subject = text('contested subject');
  for (const name of ['one', 'other'])
    await call('store_memory', { type: 'decision', content: text(`${name} decision`), subject });
  const deleted = await call('store_memory', { content: 'Deleted again.' });
  await call('delete_memory', { id: deleted.id, reason: text('delete reason') });
  const { id } = await call('store_memory', { type: 'open_loop', content: text('resolved loop') });
  await call('update_memory', { id, status: 'resolved', resolution: text('resolution') });
  await call('update_memory', {
    id: ids[0],
    content: text('updated content'),
    tags: [text('updated tag', 60)],
    aliases: [text('updated alias', 60)],
  });
  return ids;
}

const addNote = (call: Call, { text }: Hostile) =>
  call('add_session_note', {
    summary: text('note summary'),
    title: text('note title'),
    session_number: 1,
    events: [text('note event')],
    characters_present: [text('note character')],
    npcs_encountered: [text('note npc')],
    quest_updates: { [text('note quest key', 90)]: text('note quest update') },
    combat_encounters: [text('note combat')],
    treasure_found: [text('note treasure')],
    notes: text('note notes'),
  });

const endWork = (call: Call, { text }: Hostile) =>
  call('end_session', {
    checkpoint: text('checkpoint'),
    next_session_focus: text('focus'),
    decisions: [text('plain decision'), { text: text('decision text'), subject: text('decision subject') }],
    open_loops: [text('open loop'), text('second loop')],
    constraints: [text('constraint')],
    warnings: [text('warning')],
    lessons: [text('lesson')],
    preferences: [text('preference')],
    relational_delta: text('relational delta'),
    summary_notes: text('summary notes'),
    idempotency_key: text('handoff key'),
  });

/** Files of the person and of the machine that reports quote. */
function writeBeside({ home, project }: Place, { text }: Hostile): void {
  writeFileSync(join(home, 'identity.md'), `I am ${text('identity')}`);
  logHookFailure(join(home, 'hooks.log'), {
    at: new Date().toISOString(),
    client: 'claude-code',
    event: text('hook event'),
    folder: project,
    code: text('hook code'),
    message: text('hook message'),
  });
  writeFileSync(join(project, text('untracked file', 60).replaceAll('/', '')), 'x');
  git(project, 'commit', '--allow-empty', '-m', `subject ${text('git subject').replaceAll('\n', '\r')}`);
}

export interface FilledWork {
  readonly project: string;
  readonly recordIds: readonly string[];
  readonly captureId: string;
  readonly ended: string;
  readonly closed: string;
  readonly active: string;
  readonly handoffId: string;
}

/** A project of work in which every string that a tool takes is hostile. */
export async function fillWithHostileTexts(here: Place, call: Call, hostile: Hostile): Promise<FilledWork> {
  const { text } = hostile;
  git(here.project, 'init', '-q', '-b', 'main');
  git(here.project, 'commit', '-q', '--allow-empty', '-m', 'first');
  const first = await call('start_session', { title: text('title'), agent: text('agent') });
  const recordIds = await storeRecords(call, hostile);
  await addNote(call, hostile);
  const capture = await call('capture_now', {
    transcript_path: writeTranscript(here, hostile),
    reason: text('capture reason', 170),
  });
  const handoff = await endWork(call, hostile);
  const second = await call('start_session', {
    title: text('second title'),
    project: text('named project'),
  });
  await call('close_session', {
    session_id: second.session.session_id,
    reason: text('close reason', 170),
    epitaph: text('epitaph'),
  });
  writeBeside(here, hostile);
  const third = await call('resume_session', {
    project: first.session.project_id,
    title: text('third title'),
    agent: text('third agent'),
  });
  return {
    project: first.session.project_id,
    recordIds,
    captureId: capture.id,
    handoffId: handoff.handoff_id,
    ended: first.session.session_id,
    closed: second.session.session_id,
    active: third.session.session_id,
  };
}
