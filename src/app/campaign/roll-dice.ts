import { seededRandom } from '../../domain/campaign/dice/random.ts';
import { rollCheck } from '../../domain/campaign/dice/roll-check.ts';
import type { Rolled } from '../../domain/campaign/dice/roll-dice.ts';
import type { Visibility } from '../../domain/campaign/entity.ts';
import { CAMPAIGN_LIMITS } from '../../domain/campaign/limits.ts';
import { checkText } from '../../domain/text.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { addEvent } from './add-event.ts';
import { cleanDeep } from './clean-deep.ts';

type Needs = Pick<Deps, 'clock' | 'dice' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface RollDiceInput {
  readonly notation: string;
  readonly advantage?: boolean | undefined;
  readonly disadvantage?: boolean | undefined;
  readonly label?: string | undefined;
  readonly seed?: string | undefined;
  readonly session_id?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly private_to?: readonly string[] | undefined;
}

export interface DiceRoll extends Rolled {
  readonly eventId: string | null;
}

/** Fair unless a seed makes it repeatable; told in the campaign when a session is named. */
export async function rollDice(deps: Needs, caller: Caller, input: RollDiceInput): Promise<DiceRoll> {
  if (input.label !== undefined) checkText('label', input.label, { max: CAMPAIGN_LIMITS.rollLabel });
  const random = input.seed === undefined ? deps.dice : seededRandom(input.seed);
  const rolled = rollCheck(input.notation, input, random);
  if (input.session_id === undefined) return { ...rolled, eventId: null };
  // Before it is put beside other words, which could hide a secret at its end.
  const { label } = (await cleanDeep(deps, { label: input.label })).content;
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
