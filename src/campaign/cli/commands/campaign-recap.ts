import { snakeKeys } from '../../../cli/command-wording.ts';
import { defineCommand } from '../../../cli/define-command.ts';
import { choiceFlag, switchFlag, textFlag } from '../../../cli/flags.ts';
import { quotedParagraph } from '../../../cli/terminal-text.ts';
import { RECAP_LENGTHS } from '../../domain/recap/recap.ts';
import { campaignPositional, resolveCampaign } from '../campaign-options.ts';

const MAX_WIDTH = 110;

export const campaignRecap = defineCommand({
  name: 'campaign recap',
  summary: 'Show what happened so far and the current state.',
  effect: 'read',
  examples: [
    'throughline campaign recap',
    'throughline campaign recap "The Salt Roads" --length brief --player-safe',
    'throughline campaign recap --for Mira --player-safe',
    'throughline campaign recap --session ses_… --json',
  ],
  positionals: [campaignPositional],
  flags: {
    length: choiceFlag(
      'LENGTH',
      RECAP_LENGTHS,
      'brief, standard (default) or detailed: up to 700, 2,500 or 16,000 characters.',
    ),
    for: textFlag('CHARACTER', 'Tell what this character missed.'),
    'player-safe': switchFlag('Leave out secrets: only what the party, or the character of --for, may know.'),
    session: textFlag('ID', 'Only this session.'),
  },
  parse: ({ length, for: for_character, 'player-safe': player_safe, session: session_id }, [name]) => ({
    name,
    length,
    for_character,
    player_safe,
    session_id,
  }),
  async act(context, { name, ...input }) {
    // A session belongs to one campaign, so it need not be named.
    const campaign =
      name === undefined && input.session_id !== undefined ? undefined : await resolveCampaign(context, name);
    const { leftOut, ...recap } = await context.services.recapSession(context.caller, { campaign, ...input });
    const width = Math.max(20, Math.min(context.width, MAX_WIDTH));
    const lines = recap.text.split('\n').flatMap((line) => quotedParagraph(line, width));
    return { lines, facts: snakeKeys({ ...recap, eventsLeftOut: leftOut }) };
  },
});
