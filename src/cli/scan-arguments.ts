import type { FlagSpec } from './define-command.ts';

export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'flag';
      /** As typed, with its dashes. */
      readonly raw: string;
      readonly name: string;
      readonly value: string | undefined;
      readonly isInline: boolean;
    };

const LONG_FLAG = /^--([a-z][\w-]*)(?:=([\s\S]*))?$/i;
const SHORT_FLAG = /^-[a-z]$/i;
const SHORT_NAMES: Readonly<Record<string, string>> = { '-h': 'help', '-v': 'version' };

/** Text that begins with a dash is text; only what could be a flag is one. */
export const looksLikeFlag = (text: string): boolean => LONG_FLAG.test(text) || SHORT_FLAG.test(text);

/**
 * Words and flags in the order typed; after `--` all are words. Whether a flag takes what follows it is told by
 * `known`, the flags of all commands together: flags may stand before the command.
 */
export function scanArguments(argv: readonly string[], known: readonly FlagSpec[]): readonly Token[] {
  const takesValue = (name: string) => known.find((flag) => flag.name === name)?.value !== undefined;
  const tokens: Token[] = [];
  for (let index = 0; index < argv.length; index++) {
    const text = argv[index] ?? '';
    if (text === '--') {
      return [...tokens, ...argv.slice(index + 1).map((word) => ({ kind: 'word' as const, text: word }))];
    }
    if (!looksLikeFlag(text)) {
      tokens.push({ kind: 'word', text });
      continue;
    }
    const [, long, inline] = LONG_FLAG.exec(text) ?? [];
    const name = long ?? SHORT_NAMES[text] ?? text.slice(1);
    const next = argv[index + 1];
    const isNext = inline === undefined && takesValue(name) && next !== undefined && !looksLikeFlag(next);
    if (isNext) index++;
    const raw = long === undefined ? text : `--${long}`;
    tokens.push({
      kind: 'flag',
      raw,
      name,
      value: isNext ? next : inline,
      isInline: inline !== undefined,
    });
  }
  return tokens;
}
