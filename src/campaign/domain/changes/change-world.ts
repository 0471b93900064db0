import type { QuestFields } from '../entity.ts';
import { isSameName } from '../name-key.ts';
import { joinSentences } from '../sentences.ts';
import { withNameKnown } from '../visibility.ts';
import { type ChangeContext, type ChangeOf, ownValue } from './change-context.ts';

function changePlace(change: ChangeOf<'place'>, context: ChangeContext): void {
  const { draft, seen } = context;
  const name = context.requireName('location', change.location);
  const from = draft.state.location;
  const place = draft.find('location', name) ?? context.createEntity('location', name);
  draft.set(seen.visibility === 'public' ? withNameKnown(place) : place, { is_visited: true });
  draft.state = { ...draft.state, location: place.name };
  if (from !== place.name) draft.addEffect({ kind: 'moved', from, to: place.name }, seen);
}

function changeNpc(change: ChangeOf<'npc'>, context: ChangeContext): void {
  const { draft, seen } = context;
  const npc = context.getEntity('npc', change.npc, 'npc');
  const { fields } = npc;
  const learned = change.learned ?? null;
  const status = change.status === undefined || change.status === fields.status ? null : change.status;
  draft.set(npc, {
    status: status ?? fields.status,
    attitude: change.attitude ?? fields.attitude,
    location: change.location ?? fields.location,
    known: learned === null ? fields.known : joinSentences([fields.known ?? '', learned]),
  });
  draft.addEffect({ kind: 'npc', who: npc.name, status, learned }, seen);
}

function changeThread(change: ChangeOf<'thread'>, context: ChangeContext): void {
  const { draft, seen, turn } = context;
  const text = change.text ?? null;
  const isResolved = change.status === 'resolved';
  const known = isResolved
    ? context.getEntity('thread', change.thread, 'thread')
    : draft.find('thread', change.thread);
  const thread = known ?? context.createEntity('thread', context.requireName('thread', change.thread));
  if (isResolved) {
    draft.set(thread, { status: 'resolved', resolution: text });
  } else {
    const since = known === undefined ? { since_turn: turn } : {};
    const description = text ?? thread.fields.description;
    draft.set(thread, { status: 'open', description, resolution: null, ...since });
  }
  draft.addEffect({ kind: 'thread', thread: thread.name, status: change.status }, seen);
}

type Objective = QuestFields['objectives'][number];

/** If two objectives have the same text, the one that is not done yet is chosen. */
function findObjective(objectives: readonly Objective[], text: string | undefined, context: ChangeContext) {
  if (text === undefined) return undefined;
  const same = objectives.filter((one) => isSameName(one.text, text));
  const found = same.find(({ is_done }) => !is_done) ?? same[0];
  if (found !== undefined) return found;
  throw context.changeInvalid(
    'objective_done',
    'names no objective of this quest',
    `Its objectives are: ${objectives.map((one) => JSON.stringify(one.text)).join(', ') || 'none'}.`,
  );
}

function newObjective(objectives: readonly Objective[], text: string | undefined, context: ChangeContext) {
  if (text === undefined) return [];
  context.requireName('add_objective', text);
  if (!objectives.some((one) => isSameName(one.text, text))) return [{ text, is_done: false }];
  throw context.changeInvalid(
    'add_objective',
    'is an objective of this quest already',
    'Leave it out, or use other words.',
  );
}

function changeQuest(change: ChangeOf<'quest'>, context: ChangeContext): void {
  const { draft, seen, turn } = context;
  const quest = context.getEntity('quest', change.quest, 'quest');
  const { objectives, history } = quest.fields;
  const found = findObjective(objectives, change.objective_done, context);
  const done = found === undefined || found.is_done ? [] : [found];
  const added = newObjective(objectives, change.add_objective, context);
  const status = change.status === undefined || change.status === quest.fields.status ? null : change.status;
  const note = change.note ?? null;
  const what = [
    status,
    ...done.map(({ text }) => `done: ${text}`),
    ...added.map(({ text }) => `new objective: ${text}`),
    // Everybody who sees the quest sees its history; a note that is not for all stays with the event.
    seen.visibility === 'public' ? note : null,
  ].filter((part) => part !== null);
  if (what.length === 0 && note === null) return;
  draft.set(quest, {
    status: status ?? quest.fields.status,
    objectives: [
      ...objectives.map((one) => (done.includes(one) ? { ...one, is_done: true } : one)),
      ...added,
    ],
    history: what.length === 0 ? history : [...history, { turn, what: what.join('; ') }],
  });
  draft.addEffect(
    { kind: 'quest', quest: quest.name, status, done: done.map(({ text }) => text), note },
    seen,
  );
}

function changeFlag({ name, value }: ChangeOf<'flag'>, context: ChangeContext): void {
  const { draft, seen } = context;
  const { flags } = draft.state;
  context.requireName('name', name);
  if ((ownValue(flags, name) ?? null) === value) return;
  const { [name]: _, ...others } = flags;
  draft.state = { ...draft.state, flags: value === null ? others : { ...others, [name]: value } };
  draft.addEffect({ kind: 'flag', name, value }, seen);
}

function changeTime({ in_game_date }: ChangeOf<'time'>, { draft, seen }: ChangeContext): void {
  draft.state = { ...draft.state, in_game_date };
  draft.addEffect({ kind: 'time', to: in_game_date }, seen);
}

/** A fight that is over has no initiative; otherwise the current turn belongs to somebody in the initiative. */
function checkOrder({ is_over, initiative, current_turn }: ChangeOf<'combat'>, context: ChangeContext) {
  if (is_over === true) {
    const given = (initiative ?? []).length > 0 ? 'initiative' : current_turn && 'current_turn';
    if (given)
      throw context.changeInvalid(given, 'cannot go with is_over', `Leave out \`${given}\`, or \`is_over\`.`);
    return;
  }
  const order = initiative ?? context.draft.state.initiative;
  const isIn = order.some(({ name }) => isSameName(name, current_turn ?? name));
  if (order.length > 0 && !isIn)
    throw context.changeInvalid(
      'current_turn',
      'is not in the initiative order',
      'Name one of them, or add them to it.',
    );
}

function changeCombat(change: ChangeOf<'combat'>, context: ChangeContext): void {
  const { draft, seen } = context;
  const { state } = draft;
  const isOver = change.is_over === true;
  checkOrder(change, context);
  if (change.round !== undefined) context.wholeNumber('round', change.round, 0);
  draft.state = isOver
    ? { ...state, in_combat: false, initiative: [], current_turn: null, round: 0 }
    : {
        ...state,
        in_combat: true,
        initiative: change.initiative ?? state.initiative,
        current_turn: change.current_turn ?? state.current_turn,
        round: change.round ?? Math.max(1, state.round),
      };
  if (isOver === state.in_combat) draft.addEffect({ kind: 'combat', is_over: isOver }, seen);
}

export const WORLD_CHANGES = {
  quest: changeQuest,
  place: changePlace,
  npc: changeNpc,
  thread: changeThread,
  flag: changeFlag,
  time: changeTime,
  combat: changeCombat,
};
