type Log = (line: string) => void;

const MAX_LINES = 50;
const MAX_LENGTH = 300;

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/** On one line, because the text may quote a request. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LENGTH);

/**
 * Anybody can cause these lines, and a write to a stderr that nobody reads blocks the process once the pipe is full. So the
 * first 50 are logged, and after that the 64th, the 128th and so on, each with its number.
 */
export function limitLog(log: Log): Log {
  let count = 0;
  return (line) => {
    count += 1;
    if (count <= MAX_LINES) log(oneLine(line));
    else if (isPowerOfTwo(count)) log(`${oneLine(line)} (line ${count} of this kind; most are left out)`);
  };
}
