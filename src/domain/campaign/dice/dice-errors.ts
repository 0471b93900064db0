import { invalid } from '../../error.ts';

const HINT =
  'Write dice such as d20, 2d6+3, 4d6kh3, 2d20kl1, 3d6!>=5, 2d6r1, d% or 4dF, joined with + - * / and parentheses.';

export const diceNotationInvalid = (problem: string, field = 'notation', hint = HINT) =>
  invalid('dice_notation_invalid', `${field} cannot be rolled: ${problem}. Nothing was rolled.`, hint, {
    fields: [{ field, problem }],
  });

export const diceTooMany = (problem: string, limit: number) =>
  invalid(
    'dice_too_many',
    `notation is over a limit: ${problem}. Nothing was rolled.`,
    'Ask for less in one roll, or roll several times.',
    { fields: [{ field: 'notation', problem, limit }] },
  );
