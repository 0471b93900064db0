import type { Entity } from '../entity.ts';
import { withNameKnown } from '../known-place.ts';
import { entityKey } from '../new-entity.ts';
import type { Scene } from '../scene.ts';
import { joinSentences } from '../sentences.ts';
import { get, named, type OfKind, type Telling } from './telling.ts';

/** What a hidden turn brings into the world is as hidden as the turn. */
const made = <Kind extends 'location' | 'thread'>(kind: Kind, name: string, telling: Telling): Entity<Kind> =>
  ({ ...telling.make(kind, name), ...telling.seen }) as Entity<Kind>;

export function changePlace(scene: Scene, change: OfKind<'place'>, telling: Telling): void {
  const { field, seen } = telling;
  const name = named(`${field}.location`, change.location);
  const from = scene.state.location;
  const place = scene.find('location', name, entityKey) ?? made('location', name, telling);
  scene.set(seen.visibility === 'public' ? withNameKnown(place) : place, { is_visited: true });
  scene.state = { ...scene.state, location: place.name };
  if (from !== place.name) scene.tell({ kind: 'moved', from, to: place.name }, seen);
}

export function changeNpc(scene: Scene, change: OfKind<'npc'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = get(scene, 'npc', change.npc, `${field}.npc`, telling);
  const known =
    change.learned === undefined ? who.fields.known : joinSentences([who.fields.known ?? '', change.learned]);
  scene.set(who, {
    status: change.status ?? who.fields.status,
    attitude: change.attitude ?? who.fields.attitude,
    location: change.location ?? who.fields.location,
    known,
  });
  const status = change.status !== undefined && change.status !== who.fields.status ? change.status : null;
  scene.tell({ kind: 'npc', who: who.name, status, learned: change.learned ?? null }, seen);
}

export function changeThread(scene: Scene, change: OfKind<'thread'>, telling: Telling): void {
  const { field, seen, turn } = telling;
  const text = change.text ?? null;
  const known =
    change.status === 'resolved'
      ? get(scene, 'thread', change.thread, `${field}.thread`, telling)
      : scene.find('thread', change.thread, entityKey);
  const thread = known ?? made('thread', named(`${field}.thread`, change.thread), telling);
  if (change.status === 'resolved') {
    scene.set(thread, { status: 'resolved', resolution: text });
  } else {
    const since = known === undefined ? { since_turn: turn } : {};
    const description = text ?? thread.fields.description;
    scene.set(thread, { status: 'open', description, resolution: null, ...since });
  }
  scene.tell({ kind: 'thread', thread: thread.name, status: change.status }, seen);
}
