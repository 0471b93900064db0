import type { Report } from '../rule.ts';
import { isPlaceholder, isTemplate } from '../shape/is-placeholder.ts';
import { isReference } from '../shape/is-secret-shape.ts';
import { readValue, type Value } from './read-value.ts';

export const INPUT_KIND = 'command-password';

/** Programs and flags that take a secret from their input. */
export const TAKES_SECRET = String.raw`(?:--password-stdin|--with-token|--token-stdin|--api-?key-stdin|--passphrase-fd[ =]0|-pass(?:in|out|word)?[ =:]stdin|passwd[ \t]{1,4}--stdin|chpasswd|sudo[ \t](?:[^|;&\r\n]{0,60}[ \t])?(?:-\w?S\w?|--stdin)(?=\s)|secrets?[ \t]{1,4}(?:set|put|create|add|import|versions[ \t]{1,4}add)(?=\s)|vault[ \t]{1,4}login[ \t]{1,4}-|(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|registry)[ \t]{1,4}login(?=\s|$)|(?:login|adduser)[ \t](?:[^|;&\r\n]{0,60}[ \t])?--(?:auth|token|stdin)(?=\s|$))(?![\w-])`;

/** Commands that print their argument. */
export const PRINTS = String.raw`(?:echo(?:[ \t]{1,4}-[neE]{1,3}){0,2}|printf(?:[ \t]{1,4}--)?|print(?:[ \t]{1,4}-\w{1,3})?|Write-(?:Output|Host))[ \t]{1,4}`;

// `printf '%s' value`: the format comes first.
const FORMAT = /["']?%s(?:\\{1,4}n)?["']?[ \t]{1,4}/y;
const BARE_WORD = /(?:[^\s"'`\\|;&<>()]|\\(?![nrt"'])){1,4096}/y;
const QUOTE = /\\*["']/y;
const SHORTEST = 4;

/** The argument of a command that prints, without the line end that it may print too. */
export function readPrinted(text: string, at: number): Value | undefined {
  FORMAT.lastIndex = at;
  const value = readWord(text, FORMAT.test(text) ? FORMAT.lastIndex : at);
  const length = value?.text.replace(/(?:\\{1,4}n)+$/, '').length ?? 0;
  return value && { ...value, end: value.start + length, text: value.text.slice(0, length) };
}

/** A word as a shell reads it: without quotes it ends at a pipe, a redirection or a parenthesis too. */
export function readWord(text: string, at: number): Value | undefined {
  QUOTE.lastIndex = at;
  if (QUOTE.test(text)) return readValue(text, at);
  BARE_WORD.lastIndex = at;
  const word = BARE_WORD.exec(text)?.[0];
  return word === undefined ? undefined : { start: at, end: at + word.length, text: word, isQuoted: false };
}

/** Reports what a command gets as its input, unless it is filled in elsewhere. */
export function reportInput(value: Value, command: string, report: Report): void {
  // `chpasswd` reads `user:password`.
  const user = /chpasswd/.test(command) ? value.text.indexOf(':') + 1 : 0;
  const secret = value.text.slice(user);
  if (secret.length < SHORTEST || isTemplate(secret) || isReference(secret)) return;
  // A word such as `my-token`; with digits it is somebody's own.
  if (isPlaceholder(secret) && !/\d/.test(secret)) return;
  report(value.start + user, value.end, INPUT_KIND);
}
