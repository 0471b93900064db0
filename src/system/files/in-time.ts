import { unavailable } from '../../domain/error.ts';
import { refusal } from './failure.ts';

/** A file system that does not answer, such as a dead network mount, must not hold up its caller for ever. */
export const FILE_LIMIT_MS = 10_000;

/** `late` gets what comes in after the limit, so that it can be closed. */
export async function inTime<Result>(
  work: Promise<Result>,
  named: { readonly path: string; readonly field: string },
  limitMs: number,
  late: (result: Result) => unknown = () => undefined,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      work.then(late).catch(() => undefined);
      const problem = `did not answer within ${limitMs} ms`;
      const hint = 'Check the disk or network mount that holds it, then try again.';
      reject(refusal(unavailable, 'file_unavailable', named, problem, hint));
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
