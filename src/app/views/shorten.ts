/** Whole, or its beginning with a mark that says how much is missing and how to read it. */
export function shorten(text: string, max: number, rest: string): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… [+${text.length - max} characters: ${rest}]`;
}
