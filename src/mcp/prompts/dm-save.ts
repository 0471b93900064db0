import { quoteInline } from '../../domain/quote-text.ts';
import { campaign, definePrompt } from './define-prompt.ts';

export const dmSave = definePrompt({
  name: 'dm_save',
  title: 'Stop for today',
  description: 'Have the game master write down what is not recorded yet, and pause the session.',
  needs: 'end_claudmaster_session',
  arguments: { campaign },
  compose: async (_, given) =>
    [
      `We stop here for today${given.campaign === undefined ? '' : ` with ${quoteInline(given.campaign)}`}. Before you say goodnight:`,
      '- record with player_action or add_event what happened and is not recorded yet;',
      '- bring characters, people, places, quests and open threads up to date with save_entity, secrets marked dm_only;',
      '- call end_claudmaster_session with the session_id and summary_notes: the cliffhanger, and what you had in mind to happen next.',
      'Then tell us in two sentences where we stopped.',
    ].join('\n'),
});
