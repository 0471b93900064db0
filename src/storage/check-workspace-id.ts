import { invalid } from '../domain/error.ts';
import { MAX_WORKSPACE_ID } from '../domain/workspace-id.ts';

/** Engines cut text at U+0000 and replace lone surrogates, so that such an id would reach the data of another workspace. */
export function checkWorkspaceId(id: string): void {
  if (id.length > MAX_WORKSPACE_ID)
    throw invalid(
      'workspace_invalid',
      `The id of the workspace has ${id.length} characters; the limit is ${MAX_WORKSPACE_ID}.`,
      'Use a shorter id for the workspace.',
      { fields: [{ field: 'workspace', problem: 'is too long', limit: MAX_WORKSPACE_ID }] },
    );
  if (id.isWellFormed() && !id.includes('\u0000')) return;
  throw invalid(
    'workspace_invalid',
    'The id of the workspace has a character that no store can keep: U+0000, or half of a surrogate pair.',
    'Use another id for the workspace.',
    { fields: [{ field: 'workspace', problem: 'has a character that cannot be stored' }] },
  );
}
