import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { notices, redacted } from '../../../mcp/fields.ts';
import { CAMPAIGN_LIMITS as MOST } from '../../domain/entity.ts';
import { key, name } from '../campaign-fields.ts';

export const saveCampaign = defineTool({
  name: 'save_campaign',
  title: 'Create or update a campaign',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Creates or updates a campaign; use it to begin a new game, to rename one, or to set its description, rules or date. ' +
    'A known name updates that campaign: what is not given stays, and rules are merged by name. A former name still finds it. ' +
    'For characters, places, quests and items use save_entity; for place, funds and flags, update_game_state; to play, start_claudmaster_session. ' +
    'Writes durably; the same call again changes nothing. rewind_session undoes changes, except the name. Credentials are masked. ' +
    'Fails if a project of work has the name, or if new_name is taken.',
  input: () =>
    z.strictObject({
      name: name.describe('Name or id; case and spacing do not matter. A new name creates a campaign.'),
      new_name: name.optional().describe('Renames the campaign.'),
      description: z
        .string()
        .max(MOST.description)
        .optional()
        .describe('What it is about; up to 5000 characters.'),
      dm_name: name.optional().describe('Name of the game master.'),
      setting: z.string().max(MOST.setting).optional().describe('World that is played in.'),
      rules: z
        .record(key, z.string().max(MOST.rule))
        .refine((rules) => Object.keys(rules).length <= 100, { error: 'has more than 100 names' })
        .optional()
        .describe('Rules by name, such as system (default 5e) or house rules; stored, never enforced.'),
      in_game_date: name.optional().describe('Date in the game, in any calendar.'),
    }),
  output: () =>
    z.object({
      campaign_id: z.string(),
      name: z.string(),
      is_new: z.boolean(),
      is_changed: z.boolean(),
      in_game_date: z.string().nullable(),
      turn: z.int(),
      version: z.int(),
      redacted,
      notices,
    }),
  handle: async ({ services, caller }, input) => {
    const { campaign, isNew, isChanged, ...saved } = await services.saveCampaign(caller, input);
    return reply({
      campaign_id: campaign.id,
      name: campaign.name,
      is_new: isNew,
      is_changed: isChanged,
      in_game_date: campaign.state.in_game_date,
      turn: campaign.turn,
      version: campaign.version,
      ...saved,
    });
  },
});
