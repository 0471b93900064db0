import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { notices, redacted } from '../../../mcp/fields.ts';
import { CAMPAIGN_LIMITS as MAX } from '../../domain/entity.ts';
import { key, name } from '../campaign-schemas.ts';

export const saveCampaign = defineTool({
  name: 'save_campaign',
  title: 'Create or update a campaign',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Creates a campaign, or changes its name, description, setting or rules; use it once to set up a new game, and later to change it. ' +
    'A known or former name updates that campaign: what is not given stays. A misspelled name creates one (is_new), which can be renamed but not removed. It starts no session; a game project that start_session made becomes a campaign under its name. ' +
    'Instead: start_claudmaster_session to play; save_entity for characters, places, quests and items; update_game_state for place, date, funds and flags. ' +
    'The same call again changes nothing. A rewind_session to an earlier turn also takes it back, except the name. ' +
    'Fails if a work project has the name, or if new_name is taken.',
  input: () =>
    z.strictObject({
      name: name.describe('Name or id; case and spacing do not matter. A new name creates a campaign.'),
      new_name: name.optional().describe('Renames the campaign.'),
      description: z
        .string()
        .max(MAX.description)
        .optional()
        .describe('What it is about; up to 5000 characters.'),
      dm_name: name.optional().describe('Name of the game master.'),
      setting: z.string().max(MAX.setting).optional().describe('The game world.'),
      rules: z
        .record(key, z.string().max(MAX.rule))
        .refine((rules) => Object.keys(rules).length <= 100, { error: 'has more than 100 names' })
        .optional()
        .describe(
          'Such as {"system": "5e", "flanking": "off"}; merged by name, stored, never enforced. Default system: 5e.',
        ),
      in_game_date: name
        .optional()
        .describe('Date in the game, in any calendar; during play use update_game_state.'),
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
