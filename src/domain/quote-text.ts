/**
 * Quotes text that somebody else wrote. Every surface renders stored strings with these functions, keys of maps included,
 * so that no stored string can start a line as if the line were ours.
 */

// Line breaks other than the newline, terminal controls, and bidirectional overrides. A tab and a newline are ordinary.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what must be made visible
const UNUSUAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same characters, and everything else that ends a line
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
// A function, because creating the classes of scripts alone takes half a millisecond, and most texts need only those of ASCII.
const plainWord = () => /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}._/@+-]+$/u;
const PLAIN_ASCII_WORD = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._/@+-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the first and the last character of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

const escapeOne = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Clients put what hooks say between such tags. A text that contains one would seem to end there. */
const ENVELOPE_TAG = /<(?=\s{0,3}\/?\s{0,3}(?:system-reminder|additional_?context|hook_context)\b)/gi;

/** Compiling the pattern takes longer than the rest of most reports, and hardly any text has such a bracket. */
const escapeTags = (text: string): string =>
  text.includes('<') ? text.replace(ENVELOPE_TAG, escapeOne) : text;

/** Escapes what a reader, client or terminal might interpret, such as `\u2028`, but not newlines and tabs. JSON keeps its meaning. */
export const escapeUnusual = (text: string): string =>
  escapeTags(text).replace(UNUSUAL, (one, at: number, all) =>
    one === '\r' && all.charAt(at + 1) === '\n' ? one : escapeOne(one),
  );

/** Text on several lines: each of them starts with `indent` and "> ". */
export const quoteBlock = (text: string, indent = ''): string =>
  `${indent}> ${escapeUnusual(text).replaceAll('\n', `\n${indent}> `)}`;

/** Text within one of our lines: a JSON string, which ends neither the line nor its quotation marks. */
export const quoteInline = (text: string): string => escapeUnusual(JSON.stringify(text));

/** A name within a line, in quotation marks unless it is a single plain word. */
export const quoteUnlessPlain = (text: string): string => (isPlainWord(text) ? text : quoteInline(text));

/** Ordinary names and short sentences, which cannot be confused with markup. */
const ordinary = () => /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’.,;!?&()/@+–—-]*$/u;

/** A name that starts one of our lines, in quotation marks unless it is made of ordinary words. */
export const quoteUnlessOrdinary = (text: string): string =>
  ordinary().test(text) ? text : quoteInline(text);

/** The rest of one of our lines, such as a value after its label. */
export const escapeInline = (text: string): string =>
  escapeUnusual(text.replaceAll('\r\n', '\n')).replaceAll('\n', '\\n');

/** Text on one line, with a space for what cannot be printed: for names, where the exact text does not matter. */
export const onOneLine = (text: string): string => escapeTags(text.replace(UNPRINTABLE, ' ')).trim();

export const isPlainWord = (text: string): boolean =>
  (ASCII.test(text) ? PLAIN_ASCII_WORD : plainWord()).test(text);
