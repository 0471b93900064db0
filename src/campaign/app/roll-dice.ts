import type { Caller } from '../../app/caller.ts';
import type { Deps, ProjectDeps } from '../../app/deps.ts';
import { checkText } from '../../domain/check-text.ts';
import { seededRandom } from '../domain/dice/random.ts';
import { rollCheck } from '../domain/dice/roll-dice.ts';
import { CAMPAIGN_LIMITS } from '../domain/entity.ts';
import type { VisibilityInput } from '../domain/visibility.ts';
import { addEvent } from './add-event.ts';
import { cleanInput } from './campaign-change.ts';

type Needs = ProjectDeps & Pick<Deps, 'dice'>;

export interface RollDiceInput extends VisibilityInput {
  readonly notation: string;
  readonly advantage?: boolean | undefined;
  readonly disadvantage?: boolean | undefined;
  readonly label?: string | undefined;
  readonly seed?: string | undefined;
  readonly session_id?: string | undefined;
}

/** A seed makes the roll repeatable. With a session, the roll is added to the campaign as an event. */
export async function rollDice(deps: Needs, caller: Caller, input: RollDiceInput) {
  if (input.label !== undefined) checkText('label', input.label, { max: CAMPAIGN_LIMITS.rollLabel });
  const random = input.seed === undefined ? deps.dice : seededRandom(input.seed);
  const rolled = rollCheck(input.notation, input, random);
  if (input.session_id === undefined) return { ...rolled, eventId: null };
  // The label is redacted alone: next to other words, a secret at its end could be missed.
  const { label } = (await cleanInput(deps, { label: input.label })).content;
  const roll = { notation: input.notation, label, total: rolled.total, detail: rolled.detail };
  const { event } = await addEvent(deps, caller, {
    session_id: input.session_id,
    event_type: 'session',
    description: `${label ?? 'Roll'}: ${rolled.detail}`,
    importance: 1,
    rolls: [roll],
    visibility: input.visibility,
    private_to: input.private_to,
  });
  return { ...rolled, eventId: event.id };
}
