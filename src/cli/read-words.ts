import { invalid } from '../domain/error.ts';

const STDIN = '-';

/** As help says it. */
export const FROM_STDIN = '"-" reads it from standard input, without the newline that ends it.';

/** A pipe ends its last line; that end is not part of what was said. */
const withoutFinalNewline = (text: string) => text.replace(/\r?\n$/, '');

/** What `-` stands for is read from standard input. */
export const readOr = async (given: string, readStdin: () => Promise<string>): Promise<string> =>
  given === STDIN ? withoutFinalNewline(await readStdin()) : given;

/** Words as typed, quoted or not. */
export const joinWords = (words: readonly string[]): string => words.join(' ');

/** Standard input can be read once. */
export function refuseStdinTwice(flags: readonly string[]): void {
  if (flags.filter((given) => given === STDIN).length < 2) return;
  throw invalid(
    'invalid_arguments',
    'Only one text can come from standard input.',
    'Write "-" for one of them and the others as they are.',
  );
}
