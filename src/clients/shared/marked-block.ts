import type { SettingsPart } from '../../app/ports/client-settings.ts';

const BEGIN = '<!-- throughline:begin';
const END = '<!-- throughline:end -->';
/** The first line says who wrote the block. Later versions may word it differently. */
const FIRST_LINE = `${BEGIN} (written by throughline install; changes inside are overwritten) -->`;
const BLOCK = new RegExp(`${BEGIN}[^\\r\\n]*(\\r?\\n)[\\s\\S]*?${END}`);

const lineEndOf = (text: string): string => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');

/** A file without a line end at its end gets none, so that the removal can restore every byte. */
function append(text: string, block: string, lineEnd: string): string {
  if (text === '') return block + lineEnd;
  return text.endsWith('\n') ? `${text}${lineEnd}${block}${lineEnd}` : `${text}${lineEnd}${lineEnd}${block}`;
}

function withoutBlock(text: string): string {
  const found = BLOCK.exec(text);
  if (found === null) return text;
  const lineEnd = found[1] ?? '\n';
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  const without = (end: string) => (before.endsWith(end) ? before.slice(0, -end.length) : before);
  return after.startsWith(lineEnd)
    ? without(lineEnd) + after.slice(lineEnd.length)
    : without(lineEnd + lineEnd) + after;
}

/** A block of ours in a text file of the person. `content` has one line feed at the end of each line but the last. */
export const blockPart = (file: Pick<SettingsPart, 'path' | 'isShared'>, content: string): SettingsPart => ({
  ...file,
  what: 'instructions',
  isLocked: false,
  add(text) {
    const done = (next: string, notice: string | null = null) => ({ text: next, made: [], notice });
    // A carriage return right before our block would look like a part of its line end.
    const lineEnd = BLOCK.exec(text)?.[1] ?? lineEndOf(text);
    const block = [FIRST_LINE, ...content.split('\n'), END].join(lineEnd);
    if (BLOCK.test(text)) return done(text.replace(BLOCK, () => block));
    if (text.includes(BEGIN))
      return done(
        text,
        `${file.path} contains the start marker of the block of Throughline, but no end marker. It was not changed.`,
      );
    return done(append(text, block, lineEnd));
  },
  remove: withoutBlock,
});
