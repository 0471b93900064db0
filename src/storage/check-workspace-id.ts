import { invalid } from '../domain/error.ts';

/** Engines cut text at U+0000 and replace lone surrogates, so that such an id would reach the data of another workspace. */
export function checkWorkspaceId(id: string): void {
  if (id.isWellFormed() && !id.includes('\u0000')) return;
  throw invalid(
    'workspace_invalid',
    'The id of the workspace has a character that no store can keep: U+0000, or half of a surrogate pair.',
    'Use another id for the workspace.',
    { fields: [{ field: 'workspace', problem: 'has a character that cannot be stored' }] },
  );
}
