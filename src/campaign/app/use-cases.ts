/** The use cases of campaigns, loaded with the first call. */
export { addEvent } from './add-event.ts';
export { endClaudmasterSession, startClaudmasterSession } from './claudmaster-session.ts';
export { exportCampaign } from './export-campaign.ts';
export { getCampaign, listCampaigns } from './get-campaign.ts';
export { getEvents, readEvent } from './get-events.ts';
export { importCampaign } from './import/import-campaign.ts';
export { playerAction } from './player-action.ts';
export { recapSession } from './recap-session.ts';
export { rewindSession } from './rewind-session.ts';
export { rollDice } from './roll-dice.ts';
export { saveCampaign } from './save-campaign.ts';
export { saveEntity } from './save-entity.ts';
export { summarizeSession } from './summarize-session.ts';
export { updateGameState } from './update-game-state.ts';
