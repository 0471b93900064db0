import { invalid } from './error.ts';

export const cursorInvalid = () =>
  invalid('cursor_invalid', 'The cursor is not one that this list gave out.', 'Try again without `cursor`.', {
    fields: [{ field: 'cursor', problem: 'is not a cursor of this list' }],
  });
