/** Paths before the JSON line up. */
const PATH_WIDTH = 25;

/** What to put into which file, in one line. */
export const inFile = (path: string, value: unknown): string =>
  `${`in ${path}:`.padEnd(PATH_WIDTH)}${JSON.stringify(value)}`;
