import { defineTool, reply, type Tool } from '../../mcp/define-tool.ts';
import { note, text } from '../../mcp/fields.ts';
import type { Prompt } from '../../mcp/prompts/serve-prompts.ts';
import { fitFacts } from './campaign-schemas.ts';
import { dmRecap, dmSave, dmStart } from './prompts-and-resources.ts';
import { addEvent } from './tools/add-event.ts';
import { endClaudmasterSession } from './tools/end-claudmaster-session.ts';
import { getCampaign } from './tools/get-campaign.ts';
import { getEvents } from './tools/get-events.ts';
import { playerAction } from './tools/player-action.ts';
import { recapSession } from './tools/recap-session.ts';
import { rewindSession } from './tools/rewind-session.ts';
import { rollDice } from './tools/roll-dice.ts';
import { saveCampaign } from './tools/save-campaign.ts';
import { saveEntity } from './tools/save-entity.ts';
import { startClaudmasterSession } from './tools/start-claudmaster-session.ts';
import { updateGameState } from './tools/update-game-state.ts';

const MAX_ECHO = 12_000;

/** The older name of recap_session, which also takes what was said at the table. */
export const summarizeSession = defineTool({
  ...recapSession,
  name: 'summarize_session',
  // Without a transcription it only reads, also on a server that is read-only.
  effect: 'log',
  title: 'Recap a campaign (older name)',
  description:
    'Alias of recap_session for existing prompts; prefer recap_session. ' +
    'Without transcription it takes the same arguments, returns the same recap and writes nothing. ' +
    'With transcription it durably stores a note that has this text as its source, and returns the note; complete it with add_session_note and its note_id. The same text is stored once. ' +
    'It fails if the campaign, session, character or file is unknown.',
  input: () =>
    recapSession.input().extend({
      transcription: text
        .optional()
        .describe(
          'What was said, or the path of a text file in the allowed roots; kept as the source of a note.',
        ),
    }),
  output: () => recapSession.output().partial().extend({ note: note.optional() }),
  isCompat: true,
  handle: async (context, { transcription, ...rest }) => {
    if (transcription === undefined) return recapSession.handle(context, rest);
    const { campaign, session_id } = rest as { campaign?: string; session_id?: string };
    const { note, notices, ...drafted } = await context.services.summarizeSession(context.caller, {
      transcription: String(transcription),
      campaign,
      session_id,
    });
    return reply({ ...drafted, session_id: note.session_id, note: fitFacts(note, MAX_ECHO).facts, notices });
  },
});

/** Their tools are listed where somebody plays, though nobody asked for the toolset. */
export const CAMPAIGN_TOOLSET = 'campaign';

export const CAMPAIGN_TOOLS: readonly Tool[] = [
  startClaudmasterSession,
  endClaudmasterSession,
  playerAction,
  getCampaign,
  saveCampaign,
  saveEntity,
  updateGameState,
  addEvent,
  getEvents,
  recapSession,
  rewindSession,
  rollDice,
];

export const CAMPAIGN_PROMPTS: readonly Prompt[] = [dmStart, dmRecap, dmSave];

export { campaignResource, retellGame } from './prompts-and-resources.ts';
