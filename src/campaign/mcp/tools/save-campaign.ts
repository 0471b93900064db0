import * as z from 'zod';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { notices, redacted } from '../../../mcp/fields.ts';
import { CAMPAIGN_LIMITS as MOST } from '../../domain/entity.ts';
import { key, name } from '../campaign-fields.ts';

export const saveCampaign = defineTool({
  name: 'save_campaign',
  title: 'Make or change a campaign',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Create or update a campaign; use it for a new game, and to rename one or set its rules or date. ' +
    'What is left out stays; rules are merged by name. The same call again changes nothing. ' +
    'A name that a project of work has is refused; a renamed campaign is still found by its old name. ' +
    'For its people, places, quests and things use save_entity; for the place, funds or flags, update_game_state; to play, start_claudmaster_session. ' +
    'rewind_session undoes changes, the name excepted. Secrets such as keys are masked. Durable when it answers.',
  input: () =>
    z.strictObject({
      name: name.describe('Name or id, in any case and spacing; a new name makes one.'),
      new_name: name.optional().describe('Rename it.'),
      description: z
        .string()
        .max(MOST.description)
        .optional()
        .describe('What it is about, up to 5000 characters.'),
      dm_name: name.optional().describe('The game master.'),
      setting: z.string().max(MOST.setting).optional().describe('World or edition of it.'),
      rules: z
        .record(key, z.string().max(MOST.rule))
        .refine((rules) => Object.keys(rules).length <= 100, { error: 'has more than 100 names' })
        .optional()
        .describe('Rules as data, such as system (default 5e) or house rules; never enforced.'),
      in_game_date: name.optional().describe('In any calendar.'),
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
