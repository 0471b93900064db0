import type { GameState } from '../game-state.ts';
import { entityKey } from '../new-entity.ts';
import type { Scene } from '../scene.ts';
import { named, type OfKind, own, refusal, type Telling, whole } from './telling.ts';

export function changeFlag(scene: Scene, change: OfKind<'flag'>, { field, seen }: Telling): void {
  const { name, value } = change;
  const { flags } = scene.state;
  named(`${field}.name`, name);
  if ((own(flags, name) ?? null) === value) return;
  const { [name]: _, ...others } = flags;
  scene.state = { ...scene.state, flags: value === null ? others : { ...others, [name]: value } };
  scene.tell({ kind: 'flag', name, value }, seen);
}

export function changeTime(scene: Scene, change: OfKind<'time'>, { seen }: Telling): void {
  scene.state = { ...scene.state, in_game_date: change.in_game_date };
  scene.tell({ kind: 'time', to: change.in_game_date }, seen);
}

/** A fight that is over has no order, and whoever's turn it is has a place in the order, where there is one. */
function checkOrder(
  { is_over, initiative, current_turn }: OfKind<'combat'>,
  state: GameState,
  field: string,
) {
  if (is_over === true) {
    const given = (initiative ?? []).length > 0 ? 'initiative' : current_turn && 'current_turn';
    if (given)
      throw refusal(`${field}.${given}`, 'cannot go with is_over', `Leave out \`${given}\`, or \`is_over\`.`);
    return;
  }
  const order = initiative ?? state.initiative;
  const isIn = order.some(({ name }) => entityKey(name) === entityKey(current_turn ?? name));
  if (order.length > 0 && !isIn)
    throw refusal(
      `${field}.current_turn`,
      'is nobody in the initiative',
      'Name one of them, or add them to it.',
    );
}

export function changeCombat(scene: Scene, change: OfKind<'combat'>, { field, seen }: Telling): void {
  const { state } = scene;
  const isOver = change.is_over === true;
  checkOrder(change, state, field);
  if (change.round !== undefined) whole(`${field}.round`, change.round, 0);
  scene.state = isOver
    ? { ...state, in_combat: false, initiative: [], current_turn: null, round: 0 }
    : {
        ...state,
        in_combat: true,
        initiative: change.initiative ?? state.initiative,
        current_turn: change.current_turn ?? state.current_turn,
        round: change.round ?? Math.max(1, state.round),
      };
  if (isOver === state.in_combat) scene.tell({ kind: 'combat', is_over: isOver }, seen);
}
