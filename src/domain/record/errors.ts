import { notFound } from '../error.ts';
import { nextStep } from '../next-step.ts';

const MAX_SHOWN = 5;

export const recordNotFound = (
  ids: readonly string[],
  { field, problem, isWithin = false }: { field: string; problem: string; isWithin?: boolean },
) =>
  notFound(
    'record_not_found',
    `No record${isWithin ? ' of this project' : ''} has the id ${ids
      .slice(0, MAX_SHOWN)
      .map((id) => JSON.stringify(id))
      .join(', ')}.`,
    'Pass the id of an existing record.',
    {
      fields: [{ field, problem }],
      next: [nextStep('orientation.read'), nextStep('memory.list')],
    },
  );
