import * as z from 'zod';
import { invalid } from '../../../domain/error.ts';
import { listProblems, MAX_PROBLEMS } from '../../../lib/describe-issue.ts';
import { nearest } from '../../../lib/nearest.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { problemsIn, valuesOf } from '../../../mcp/errors.ts';
import { redacted, sessionId } from '../../../mcp/fields.ts';
import { entityView } from '../../app/campaign-views.ts';
import { inputFields } from '../../app/entity-schema.ts';
import { ENTITY_KINDS, type EntityKind } from '../../domain/entity.ts';
import { campaignField, name, privateTo, visibility } from '../campaign-fields.ts';
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
  'Given ones replace, others stay; lists whole; secret and truth are the game master’s, secret_notes also its player’s. ' +
  'character: role (player, companion), player, race, classes [{name, level}], abilities {str: 16}, hit_points {current, max, temporary}, conditions [], slots {"1": {current, max}}, inventory [{name, quantity, notes}], notes, secret_notes. ' +
  'npc: status (alive, dead, missing, unknown), location, faction, attitude, known, truth, hit_points, conditions. ' +
  'location: description, secret, is_visited, is_name_known, connections [{to, how}]. ' +
  'quest: status (rumoured, active, completed, failed, abandoned), giver, description, reward, secret, objectives [{text, is_done}], history [{turn, what}]. ' +
  'item: description, secret, owner, location. faction: description, secret, stance. ' +
  'thread: status (open, resolved), description, since_turn, resolution, secret.';

export const saveEntity = defineTool({
  name: 'save_entity',
  title: 'Make, change or remove somebody or something',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Make, change or remove a character, NPC, location, quest, item, faction or thread of a campaign; use it to prepare the world, and to correct it between turns. ' +
    'Found by id, else by kind and present or former name (case ignored); an unknown name makes a new one, a known one is changed, never made twice. Mentions follow a renaming; onto another’s name it is a conflict. ' +
    'For what a turn does (damage, loot, a quest done) use player_action, which tells it as well; to look, get_campaign. ' +
    'Removed ones keep their history and come back when saved by id; rewind_session undoes all of it. ' +
    'The same call again changes nothing. Texts up to 100000 characters, lists up to 500. Secrets such as keys are masked. Durable when it answers.',
  input: () =>
    z.strictObject({
      kind: z.enum(ENTITY_KINDS),
      id: z.string().min(1).max(200).optional().describe('From get_campaign; with name it renames.'),
      name: name.optional().describe('Needed without id.'),
      make_new: z.boolean().optional().describe('true: another one, of a former name.'),
      fields: z.record(z.string(), z.unknown()).optional().describe(FIELDS),
      remove: z.boolean().optional().describe('true: take it out of the world; default false.'),
      visibility: visibility.describe('As in add_event; default: as it is, public if new.'),
      private_to: privateTo,
      campaign: campaignField,
      session_id: sessionId.optional().describe('Its campaign, where campaign is left out.'),
    }),
  output: () =>
    z.object({
      entity: entity(),
      is_new: z.boolean(),
      is_changed: z.boolean(),
      is_shortened: z.boolean().describe('entity is cut here, not in the store.'),
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
