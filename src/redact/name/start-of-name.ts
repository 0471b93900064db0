const MAX_NAME = 80;
const isNamePart = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 45;

/** Where the name that reaches to `end` begins: letters, digits, `_`, `-`; "secret access key" counts as one name. */
export function startOfName(text: string, end: number): number {
  let start = end;
  const floor = Math.max(0, end - MAX_NAME);
  while (start > floor && isNamePart(text.charCodeAt(start - 1))) start--;
  if (!/^keys?$/i.test(text.slice(start, end))) return start;
  return start - (/(?:[A-Za-z]+ ){1,2}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0].length ?? 0);
}
