import { isAbsolute, join } from 'node:path';
import { addSessionNote } from '../../app/add-session-note.ts';
import type { Caller } from '../../app/caller.ts';
import type { Deps, WriteDeps } from '../../app/deps.ts';
import { findCurrentSession, getSession } from '../../app/locate-session.ts';
import { readTime, silentBefore } from '../../app/time-context.ts';
import { noteView } from '../../app/views/entity-views.ts';
import { checkText, MAX_TEXT } from '../../domain/check-text.ts';
import { invalid } from '../../domain/error.ts';
import { nextStep, notice } from '../../domain/next-step.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { EntityKind } from '../domain/entity.ts';
import { mentionOf } from '../domain/mentions.ts';
import { DM } from '../domain/visibility.ts';
import { listAllEntities } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

type Needs = WriteDeps & Pick<Deps, 'games'>;

interface SummarizeInput extends CampaignTarget {
  /** What was said, or the path of a file with it. */
  readonly transcription: string;
}

const field = 'transcription';
const MAX_PATH = 4_096;
const MAX_BYTES = 4 * MAX_TEXT;
const TITLE = 'Transcription';
const UNFINISHED = 'Not summarized yet. The transcription is in the notes.';

/** One line that can only be meant as a path. */
const isPath = (text: string): boolean =>
  text.length <= MAX_PATH &&
  /^\s*(?:(?:\.{1,2}|[A-Za-z]:)?[\\/]\S|[^\n]*\.(?:txt|md|json|jsonl|srt|vtt)\s*$)/.test(text) &&
  !text.trim().includes('\n');

async function readTranscription(deps: Needs, { worktree }: Session, given: string): Promise<string> {
  if (!isPath(given)) return checkText(field, given, { isRequired: true });
  const path = given.trim();
  const named = worktree === null || isAbsolute(path) ? path : join(worktree, path);
  const { text } = await deps.filesFor(worktree).readTextFile(named, { field, maxBytes: MAX_BYTES });
  return checkText(field, text, { isRequired: true });
}

async function sessionOf(deps: Needs, caller: Caller, campaign: Campaign, { session_id }: CampaignTarget) {
  if (session_id !== undefined) return getSession(deps, session_id);
  const current = await findCurrentSession(deps, caller);
  if (current?.projectId === campaign.id) return current;
  const cutoff = silentBefore(await readTime(deps));
  const { items } = await deps.store.sessions.list({ projectId: campaign.id }, cutoff, 1, null);
  if (items[0] !== undefined) return items[0];
  throw invalid(
    'session_required',
    `The campaign ${JSON.stringify(campaign.name)} has no session yet, and a note belongs to one.`,
    'Start a session of the campaign, then pass its id as `session_id`. Nothing was written.',
    {
      fields: [{ field: 'session_id', problem: 'is missing' }],
      next: [nextStep('session.start', { kind: 'game', campaign: campaign.id })],
    },
  );
}

async function namesIn(deps: Needs, campaign: Campaign, kind: EntityKind, text: string) {
  const entities = await listAllEntities(deps, campaign, [kind], DM);
  return entities.map(({ name }) => name).filter((name) => mentionOf(name)(text));
}

/** Keeps what was said as the source of a note, which the caller completes. Nothing of the summary is invented. */
export async function summarizeSession(deps: Needs, caller: Caller, input: SummarizeInput) {
  const campaign = await loadCampaign(deps, caller, input);
  const session = await sessionOf(deps, caller, campaign, input);
  const notes = await readTranscription(deps, session, input.transcription);
  const { result, binding } = await addSessionNote(deps, caller, {
    session_id: session.id,
    note: {
      summary: UNFINISHED,
      title: TITLE,
      notes,
      charactersPresent: await namesIn(deps, campaign, 'character', notes),
      npcsEncountered: await namesIn(deps, campaign, 'npc', notes),
    },
  });
  const complete = notice(
    `The note ${result.note.id} contains the transcription. To complete it, pass \`note_id\` with \`summary\`, \`events\` and the other lists. Fields that you leave out stay as they are.`,
    nextStep('note.add', { session: session.id }),
  );
  return {
    result: { campaign: campaign.name, note: noteView(result.note), notices: [complete, ...result.notices] },
    binding,
  };
}
