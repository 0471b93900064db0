import * as z from 'zod';
import { invalid } from '../../../domain/error.ts';
import { listProblems, MAX_PROBLEMS } from '../../../lib/describe-issue.ts';
import { nearest } from '../../../lib/nearest.ts';
import { defineTool, reply } from '../../../mcp/define-tool.ts';
import { problemsIn, valuesOf } from '../../../mcp/errors.ts';
import { identifier, redacted } from '../../../mcp/fields.ts';
import { entityView } from '../../app/campaign-views.ts';
import { inputFields } from '../../app/entity-schema.ts';
import { ENTITY_KINDS, type EntityKind, QUEST_STATUSES } from '../../domain/entity.ts';
import {
  campaignField,
  campaignSession,
  entity,
  fitFacts,
  name,
  optionalFlag,
  privateTo,
  visibility,
} from '../campaign-schemas.ts';

const parsers = new Map<EntityKind, ReturnType<typeof inputFields>>();

function parserFor(kind: EntityKind): ReturnType<typeof inputFields> {
  const parser = parsers.get(kind) ?? inputFields(kind);
  parsers.set(kind, parser);
  return parser;
}

/** The fields depend on the kind, which the input schema cannot express. */
function parseEntityFields(kind: EntityKind, fields: Readonly<Record<string, unknown>>) {
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

const text = (description: string) => ({ type: ['string', 'null'], description });
const oneOf = (values: readonly string[], description: string) => ({
  type: 'string',
  enum: [...values],
  description,
});
const flag = (description: string) => ({ type: 'boolean', description });
const words = (description: string) => ({ type: 'string', description });
const number = (description: string) => ({ type: 'integer', description });
const object = (properties: object) => ({ type: 'object', properties });
const list = (items: object, description: string) => ({ type: 'array', items, description });
const byName = (value: object, description: string) => ({
  type: 'object',
  additionalProperties: value,
  description,
});

/** Published only: what a kind accepts is checked by its schema, which loads when the first entity is saved. */
export const ENTITY_FIELDS = {
  status: oneOf(
    ['alive', 'dead', 'missing', 'unknown', ...QUEST_STATUSES, 'open', 'resolved'],
    'npc: alive (default), dead, missing, unknown. quest: rumoured, active (default), completed, failed, abandoned. thread: open (default), resolved.',
  ),
  description: text('location, quest, item, faction, thread: what players may know.'),
  secret: text('location, quest, item, faction, thread: for the game master only.'),
  hit_points: {
    ...object({
      current: number('Points left.'),
      max: number('Maximum.'),
      temporary: number('Temporary points.'),
    }),
    description: 'character, npc: give current and max.',
  },
  conditions: list({ type: 'string' }, 'character, npc: such as ["poisoned"].'),
  location: text('npc, item: where it is.'),
  role: oneOf(['player', 'companion'], 'character: player (default) or companion.'),
  player: text('character: who plays it.'),
  race: text('character: such as dwarf.'),
  classes: list(
    object({ name: words('Class.'), level: number('Level.') }),
    'character: such as Cleric, level 3.',
  ),
  abilities: byName({ type: 'integer' }, 'character: {"str": 16}.'),
  slots: byName(
    object({ current: number('Slots left.'), max: number('Maximum.') }),
    'character: spell slots by level, such as "1".',
  ),
  inventory: list(
    object({ name: words('Item.'), quantity: number('Number.'), notes: words('Remarks.') }),
    'character: what it carries.',
  ),
  notes: text('character: known to all.'),
  secret_notes: text('character: for the game master and its player.'),
  faction: text('npc: its faction.'),
  attitude: text('npc: toward the party.'),
  known: text('npc: what the party knows.'),
  truth: text('npc: what is true, for the game master only.'),
  is_visited: flag('location: the party was there.'),
  is_name_known: flag('location: the party knows its name.'),
  connections: list(object({ to: words('Place.'), how: words('Way.') }), 'location: ways to other places.'),
  giver: text('quest: who gave it.'),
  reward: text('quest: what it pays.'),
  objectives: list(
    object({ text: words('Objective.'), is_done: flag('Whether it is done.') }),
    'quest: what is to do.',
  ),
  history: list(
    object({ turn: number('Turn.'), what: words('What happened.') }),
    'quest: what happened, by turn.',
  ),
  owner: text('item: who has it.'),
  stance: text('faction: toward the party.'),
  since_turn: { type: 'integer', description: 'thread: turn in which it began.' },
  resolution: text('thread: how it ended.'),
} as const;

export const saveEntity = defineTool({
  name: 'save_entity',
  title: 'Create, update or remove a campaign entity',
  toolset: 'campaign',
  effect: 'write',
  description:
    'Creates, updates or removes a character, NPC, location, quest, item, faction or thread of a campaign; use it to prepare the world, or to correct it between turns. ' +
    'It finds the entity by id, else by kind and present or former name; an unknown name, or make_new, creates one (is_new). remove hides it and keeps its history; saving it by id brings it back. ' +
    'Instead: player_action for what a turn does (damage, loot, a finished quest), because it also records history; update_game_state for place, date, funds or flags; get_campaign to read. ' +
    'The same call again changes nothing; the last write wins. A rewind_session to an earlier turn also takes it back. ' +
    'Fails if an id or field is unknown, a new name is taken, or remove names nothing.',
  input: () =>
    z.strictObject({
      kind: z.enum(ENTITY_KINDS).describe('What it is; cannot be changed later.'),
      id: identifier
        .optional()
        .describe('Entity id from get_campaign; of a removed entity, from the result of its removal.'),
      name: name
        .optional()
        .describe(
          'Without id (required then): name to find or create. With id: the new name, used everywhere.',
        ),
      make_new: optionalFlag.describe(
        'true: create a new entity even if another one had this name before; fails if one has it now. Default false.',
      ),
      fields: z.record(z.string(), z.unknown()).optional().meta({
        description:
          'Values by field name, such as {"hit_points": {"current": 12, "max": 18}}; each field says for which kinds it is. Only given fields change; a list or object replaces the old one whole, null clears a text. Texts have up to 100000 characters, lists up to 500 items.',
        properties: ENTITY_FIELDS,
      }),
      remove: optionalFlag.describe('true: remove it; name it by id or name. Default false.'),
      visibility: visibility.describe(
        'public: everyone may know it. dm_only: only the game master. private: also private_to. Default: unchanged; public if new.',
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
