import { join } from 'node:path';
import type { LeftGame } from '../../app/ports/games.ts';
import type { Store } from '../../app/ports/store.ts';
import type { Files } from '../../app/ports/system.ts';
import { noteView } from '../../app/views/entity-views.ts';
import { invalid } from '../../domain/error.ts';
import { activeMsIn, durationMinutes, type Session, statusIn } from '../../domain/session/session.ts';
import { exportName, renderFullExport } from '../domain/export/campaign-file.ts';
import { inline, inlineName, quoted } from '../domain/export/markdown.ts';
import { DM } from '../domain/visibility.ts';
import { loadWholeCampaign, readableCopy } from './export-campaign.ts';

const RECORD_LIMIT = 1_000;

/** Runs before anything is written: a folder that cannot be written refuses the whole call. */
export async function checkCopyFolder(files: Files, session: Session, folder: string): Promise<void> {
  if (session.kind !== 'game') {
    throw invalid(
      'campaign_path_needs_game',
      '`campaign_path` writes a readable copy of a game; this is a session of kind work.',
      'Leave out `campaign_path`. Nothing was written.',
      { fields: [{ field: 'campaign_path', problem: 'goes with kind game only' }] },
    );
  }
  await files.checkPath(folder, { field: 'campaign_path' });
}

async function renderSession(store: Store, { session, project, time }: LeftGame, heading: string) {
  const minutes = durationMinutes(activeMsIn(session, time));
  const notes = (await store.notes.listOf([session.id])).map(noteView);
  const { items } = await store.records.list({ sessionId: session.id }, RECORD_LIMIT, null);
  return [
    `${heading} ${inlineName(project.name)}: ${inline(session.title ?? session.id)}`,
    '',
    `Session ${session.id}, ${statusIn(session, time)}, begun ${session.startedAt}: ${minutes} minutes, ${session.turnCount} turns.`,
    ...notes.flatMap((note) => [
      '',
      `${heading}# ${inlineName(note.title ?? 'Note')}`,
      ...quoted(note.summary),
    ]),
    ...items.flatMap((record) => ['', `${heading}# ${record.type}`, ...quoted(record.content)]),
    '',
  ].join('\n');
}

async function render(store: Store, left: LeftGame): Promise<{ name: string; text: string; json?: string }> {
  const { session, project, time } = left;
  if ((await store.campaigns.find(project.id)) === undefined)
    return { name: session.id, text: await renderSession(store, left, '#') };
  const whole = await loadWholeCampaign(store, project.id, time);
  return {
    name: exportName(whole.campaign, DM),
    text: `${readableCopy(whole, DM, time.now)}\n${await renderSession(store, left, '##')}`,
    json: renderFullExport(whole, time.now),
  };
}

export async function writeReadableCopy(store: Store, files: Files, left: LeftGame, folder: string) {
  const { name, text, json } = await render(store, left);
  const write = (extension: string, content: string) =>
    files.writeFileAtomically(join(folder, `${name}.${extension}`), content, { field: 'campaign_path' });
  const written = json === undefined ? [] : [await write('json', json)];
  return [await write('md', text), ...written].join(' and ');
}
