const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** The line, from 1, on which a key of the outermost object stands; of two alike the last, as only that one counts. */
export function findKeyLine(text: string, key: string): number | undefined {
  let depth = 0;
  let line: number | undefined;
  for (const { 0: token, 1: string, 2: colon, index } of text.matchAll(TOKEN)) {
    if (string === undefined) depth += token === '{' || token === '[' ? 1 : -1;
    else if (depth === 1 && colon !== undefined && JSON.parse(string) === key)
      line = text.slice(0, index).split('\n').length;
  }
  return line;
}
