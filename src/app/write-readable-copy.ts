import { join } from 'node:path';
import { renderWhole } from '../domain/campaign/export/campaign-file.ts';
import { exportName } from '../domain/campaign/export/export-name.ts';
import { inline, inlineName, quoted } from '../domain/campaign/export/markdown.ts';
import { DM } from '../domain/campaign/visible.ts';
import { invalid } from '../domain/error.ts';
import { notice } from '../domain/next-step.ts';
import type { Session } from '../domain/session/session.ts';
import { readableCopy } from './campaign/export-campaign.ts';
import { gatherCampaign } from './campaign/gather-campaign.ts';
import type { Deps } from './deps.ts';
import type { EndedSession } from './leave-request.ts';
import { noteView } from './views/note-view.ts';
import { sessionInfo } from './views/session-info.ts';

type Needs = Pick<Deps, 'clock' | 'filesFor' | 'settings' | 'store'>;

const RECORD_LIMIT = 1_000;

/** Before anything is written: a folder that may not be written to refuses the whole call. */
export async function checkCampaignPath(
  deps: Pick<Deps, 'filesFor'>,
  session: Session,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) return;
  if (session.kind !== 'game') {
    throw invalid(
      'campaign_path_needs_game',
      '`campaign_path` writes a readable copy of a game; this is a session of kind work.',
      'Leave out `campaign_path`. Nothing was written.',
      { fields: [{ field: 'campaign_path', problem: 'goes with kind game only' }] },
    );
  }
  await deps.filesFor(session.worktree).checkPath(folder, { field: 'campaign_path' });
}

/** The sitting alone: its notes and what it left. */
async function renderSitting(
  deps: Pick<Deps, 'store'>,
  { session, project, moment }: EndedSession,
  heading: string,
): Promise<string> {
  const info = sessionInfo(session, project, moment);
  const notes = (await deps.store.notes.listOf([session.id])).map(noteView);
  const { items } = await deps.store.records.list({ sessionId: session.id }, RECORD_LIMIT, null);
  return [
    `${heading} ${inlineName(project.name)}: ${inline(session.title ?? session.id)}`,
    '',
    `Session ${session.id}, ${info.status}, begun ${session.startedAt}: ${info.duration_minutes} minutes, ${session.turnCount} turns.`,
    ...notes.flatMap((note) => [
      '',
      `${heading}# ${inlineName(note.title ?? 'Note')}`,
      ...quoted(note.summary),
    ]),
    ...items.flatMap((record) => ['', `${heading}# ${record.type}`, ...quoted(record.content)]),
    '',
  ].join('\n');
}

/** Of a game with a campaign its readable copy, and this sitting after it; of one without, the sitting. */
async function render(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  ended: EndedSession,
): Promise<{ name: string; text: string; json?: string }> {
  const { session, project, moment } = ended;
  if ((await deps.store.campaigns.find(project.id)) === undefined)
    return { name: session.id, text: await renderSitting(deps, ended, '#') };
  const whole = await gatherCampaign(deps, project.id);
  return {
    name: exportName(whole.campaign, DM),
    text: `${readableCopy(whole, DM, moment.now)}\n${await renderSitting(deps, ended, '##')}`,
    json: renderWhole(whole, moment.now),
  };
}

/** A copy of a game's sitting that people can read. The session is left either way; a missing copy is said. */
export async function withReadableCopy(
  deps: Needs,
  ended: EndedSession,
  folder: string,
): Promise<EndedSession> {
  const files = deps.filesFor(ended.session.worktree);
  try {
    const { name, text, json } = await render(deps, ended);
    if (json !== undefined)
      await files.writeFileAtomically(join(folder, `${name}.json`), json, { field: 'campaign_path' });
    const savePath = await files.writeFileAtomically(join(folder, `${name}.md`), text, {
      field: 'campaign_path',
    });
    return { ...ended, savePath };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...ended, notices: [...ended.notices, notice(`The readable copy was not written: ${why}`)] };
  }
}
