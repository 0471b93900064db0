import type { Tool } from '../../mcp/define-tool.ts';
import type { Prompt } from '../../mcp/prompts/define-prompt.ts';
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
export { summarizeSession } from './summarize-session.ts';
