import type { QuestFields } from '../entity.ts';
import { entityKey } from '../new-entity.ts';
import type { Scene } from '../scene.ts';
import { get, named, type OfKind, refusal, type Telling } from './telling.ts';

type Objective = QuestFields['objectives'][number];

/** Of two alike the one that is still to be done is meant. */
function objectiveDone(
  objectives: readonly Objective[],
  { objective_done: text }: OfKind<'quest'>,
  field: string,
): Objective | undefined {
  if (text === undefined) return undefined;
  const alike = objectives.filter((one) => entityKey(one.text) === entityKey(text));
  const meant = alike.find(({ is_done }) => !is_done) ?? alike[0];
  if (meant !== undefined) return meant;
  throw refusal(
    `${field}.objective_done`,
    'names no objective of this quest',
    `Its objectives are: ${objectives.map((one) => JSON.stringify(one.text)).join(', ') || 'none'}.`,
  );
}

function newObjective(
  objectives: readonly Objective[],
  { add_objective: text }: OfKind<'quest'>,
  field: string,
): Objective | undefined {
  if (text === undefined) return undefined;
  named(`${field}.add_objective`, text);
  if (!objectives.some((one) => entityKey(one.text) === entityKey(text))) return { text, is_done: false };
  throw refusal(
    `${field}.add_objective`,
    'is an objective of this quest already',
    'Leave it out, or word it differently.',
  );
}

export function changeQuest(scene: Scene, change: OfKind<'quest'>, telling: Telling): void {
  const { field, seen, turn } = telling;
  const quest = get(scene, 'quest', change.quest, `${field}.quest`, telling);
  const { objectives, history } = quest.fields;
  const meant = objectiveDone(objectives, change, field);
  const done = meant?.is_done === true ? undefined : meant;
  const added = newObjective(objectives, change, field);
  const status = change.status === undefined || change.status === quest.fields.status ? null : change.status;
  const what = [
    status,
    done === undefined ? null : `done: ${done.text}`,
    added === undefined ? null : `new objective: ${added.text}`,
    // The quest shows its history to all who see the quest; a note that is not for all stays with the event.
    seen.visibility === 'public' ? (change.note ?? null) : null,
  ].filter((part) => part !== null);
  if (what.length === 0 && change.note === undefined) return;
  scene.set(quest, {
    status: status ?? quest.fields.status,
    objectives: [
      ...objectives.map((one) => (one === done ? { ...one, is_done: true } : one)),
      ...(added === undefined ? [] : [added]),
    ],
    history: what.length === 0 ? history : [...history, { turn, what: what.join('; ') }],
  });
  scene.tell(
    {
      kind: 'quest',
      quest: quest.name,
      status,
      done: done === undefined ? [] : [done.text],
      note: change.note ?? null,
    },
    seen,
  );
}
