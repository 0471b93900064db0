import type { EntityKind, FieldsOf } from './entity.ts';

/** What a new one has until somebody says otherwise. */
export const NEW_FIELDS: { readonly [Kind in EntityKind]: FieldsOf[Kind] } = {
  character: {
    role: 'player',
    player: null,
    race: null,
    classes: [],
    abilities: {},
    hit_points: { current: 1, max: 1, temporary: 0 },
    conditions: [],
    slots: {},
    inventory: [],
    notes: null,
    secret_notes: null,
  },
  npc: { status: 'alive', location: null, faction: null, attitude: null, known: null, truth: null },
  location: { description: null, secret: null, is_visited: false, connections: [] },
  quest: {
    status: 'active',
    giver: null,
    description: null,
    reward: null,
    secret: null,
    objectives: [],
    history: [],
  },
  item: { description: null, secret: null, owner: null, location: null },
  faction: { description: null, secret: null, stance: null },
  thread: { status: 'open', description: null, since_turn: 0, resolution: null, secret: null },
};

/** Names are compared without case and spacing; everything else tells them apart. */
export const entityKey = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
