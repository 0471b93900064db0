import { invalid, notFound, type ThroughlineError, unavailable } from '../../domain/error.ts';

/** A path that may be opened: no link is left in it, and `root` holds it, also if it is in the `closed` folder. */
export interface AllowedPath {
  readonly path: string;
  readonly root: string;
  readonly closed: string | undefined;
  readonly field: string;
  readonly refuse: (problem: string) => ThroughlineError;
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

export function refusal(
  kind: typeof invalid,
  code: string,
  { path, field }: Pick<AllowedPath, 'path' | 'field'>,
  problem: string,
  hint: string,
  cause?: unknown,
): ThroughlineError {
  return kind(code, `${field} ${problem}: ${path}`, hint, { fields: [{ field, problem }], cause });
}

export const notRegular = (place: AllowedPath, cause?: unknown): ThroughlineError =>
  refusal(
    invalid,
    'not_a_regular_file',
    place,
    'is not a regular file',
    'Pass a file, not a folder or device.',
    cause,
  );

export function describeFailure(cause: unknown, place: AllowedPath): ThroughlineError {
  const check = 'Check the path, the permissions along it and the space on the disk.';
  switch (codeOf(cause)) {
    case 'ENOENT':
      return refusal(notFound, 'file_not_found', place, 'does not exist', check, cause);
    case 'ENOTDIR':
    case 'EEXIST':
      return refusal(invalid, 'not_a_folder', place, 'is in a folder that does not exist', check, cause);
    case 'ELOOP':
      return place.refuse('was changed while it was opened');
    case 'ENXIO':
    case 'EISDIR':
      return notRegular(place, cause);
    default:
      return refusal(
        unavailable,
        'file_unavailable',
        place,
        `cannot be used (${codeOf(cause)})`,
        check,
        cause,
      );
  }
}
