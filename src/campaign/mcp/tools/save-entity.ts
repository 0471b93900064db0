import * as z from 'zod';
import { invalid } from '../../../domain/error.ts';
import { listProblems, MAX_PROBLEMS } from '../../../lib/describe-issue.ts';
import { nearest } from '../../../lib/nearest.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { problemsIn, valuesOf } from '../../../mcp/errors.ts';
import { redacted } from '../../../mcp/fields.ts';
import { entityView } from '../../app/campaign-views.ts';
import { inputFields } from '../../app/entity-schema.ts';
import { ENTITY_KINDS, type EntityKind } from '../../domain/entity.ts';
import { campaignField, campaignSession, name, privateTo, visibility } from '../campaign-fields.ts';
import { entity, fitFacts } from '../campaign-results.ts';

const parsers = new Map<EntityKind, ReturnType<typeof inputFields>>();

/** Created when the first entity of the kind is saved. */
function parserFor(kind: EntityKind): ReturnType<typeof inputFields> {
  const parser = parsers.get(kind) ?? inputFields(kind);
  parsers.set(kind, parser);
  return parser;
}

/** The fields depend on the kind, which the input schema cannot express. */
function parseEntityFields(
  kind: EntityKind,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parser = parserFor(kind);
  const parsed = parser.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['fields', ...issue.path] }));
  const known = Object.keys(parser.shape);
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 1 ? issue.keys : [],
  );
  const problems = problemsIn({ issues }, `is no field of this kind (${kind})`);
  const corrections = unknown.flatMap((one) => nearest(one, known, 1).map((near) => `${one} → ${near}`));
  const values = issues.flatMap(valuesOf);
  throw invalid(
    unknown.length === issues.length ? 'unknown_argument' : 'invalid_arguments',
    `save_entity: ${listProblems(problems)}.`,
    corrections.length > 0
      ? `Did you mean ${corrections.join(', ')}? Nothing was written.`
      : `A ${kind} has ${known.join(', ')}; nothing was written.`,
    {
      fields: problems.slice(0, MAX_PROBLEMS),
      allowed: unknown.length > 0 || values.length === 0 ? known : values,
    },
  );
}

const FIELDS =
  'Given fields replace, others stay; a list replaces the whole list, null clears a text. Only the game master sees secret and truth; the player also sees secret_notes. ' +
  'character: role (player, companion), player, race, classes [{name, level}], abilities {str: 16}, hit_points {current, max, temporary}, conditions [], slots {"1": {current, max}}, inventory [{name, quantity, notes}], notes, secret_notes. ' +
  'npc: status (alive, dead, missing, unknown), location, faction, attitude, known, truth, hit_points, conditions. ' +
  'location: description, secret, is_visited, is_name_known, connections [{to, how}]. ' +
  'quest: status (rumoured, active, completed, failed, abandoned), giver, description, reward, secret, objectives [{text, is_done}], history [{turn, what}]. ' +
  'item: description, secret, owner, location. faction: description, secret, stance. ' +
  'thread: status (open, resolved), description, since_turn, resolution, secret.';

export const saveEntity = defineTool({
  name: 'save_entity',
  title: 'Save a character, place or thing',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Creates, updates or removes a character, NPC, location, quest, item, faction or thread of a campaign; use it to prepare the world, or to correct it between turns. ' +
    'It is found by id, else by kind and present or former name; an unknown name creates a new one. name together with id renames it, and mentions follow. ' +
    'For what a turn does (damage, loot, a finished quest) use player_action, which also records it as history; to read, get_campaign; for place, date, funds or flags, update_game_state. ' +
    'A removed one keeps its history and returns when saved by id; rewind_session undoes everything. Texts up to 100000 characters, lists up to 500 items. ' +
    'Writes durably; the same call again changes nothing. Credentials are masked. ' +
    'Fails if an id or field is unknown, or if a new name is taken.',
  input: () =>
    z.strictObject({
      kind: z.enum(ENTITY_KINDS).describe('What it is; cannot be changed later.'),
      id: z.string().min(1).max(200).optional().describe('Entity id from get_campaign.'),
      name: name.optional().describe('Name to find or create; required without id.'),
      make_new: z
        .boolean()
        .optional()
        .describe('true: create another one although one had this name before.'),
      fields: z.record(z.string(), z.unknown()).optional().describe(FIELDS),
      remove: z.boolean().optional().describe('true: remove it from the world. Default false.'),
      visibility: visibility.describe(
        'dm_only: the game master; private: also private_to. Default: unchanged; public if new.',
      ),
      private_to: privateTo,
      campaign: campaignField,
      session_id: campaignSession,
    }),
  output: () =>
    z.object({
      entity: entity(),
      is_new: z.boolean(),
      is_changed: z.boolean(),
      is_shortened: z.boolean().describe('true: cut in this result, not in the store.'),
      version: z.int(),
      redacted,
    }),
  handle: async ({ services, caller }, input) => {
    const fields = input.fields === undefined ? undefined : parseEntityFields(input.kind, input.fields);
    const saved = await services.saveEntity(caller, { ...input, fields });
    const view = fitFacts(entityView(saved.entity), 12_000);
    return reply({
      entity: view.facts,
      is_new: saved.isNew,
      is_changed: saved.isChanged,
      is_shortened: view.isShortened,
      version: saved.version,
      redacted: saved.redacted,
    });
  },
});
