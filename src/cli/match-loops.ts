import type { RecordView } from '../app/views/record-view.ts';
import { conflict, notFound } from '../domain/error.ts';
import { quoteInline } from '../domain/quote-text.ts';
import { oneLine } from './safe-text.ts';

const fold = (text: string) => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const SHOWN = 5;

/** Loops whose text is the given one, else those that contain it. */
function matching(loops: readonly RecordView[], given: string): readonly RecordView[] {
  const wanted = fold(given);
  const same = loops.filter(({ content }) => fold(content) === wanted);
  return same.length > 0
    ? same
    : loops.filter(({ content }) => wanted !== '' && fold(content).includes(wanted));
}

function theOne(loops: readonly RecordView[], given: string): RecordView {
  const found = matching(loops, given);
  const [first] = found;
  const isSame = found.every(({ content }) => content === first?.content);
  if (first !== undefined && (found.length === 1 || isSame)) return first;
  if (first === undefined) {
    throw notFound(
      'open_loop_not_found',
      `No open loop of this project says ${JSON.stringify(given)}.`,
      'throughline loops lists them with their ids; nothing was written.',
    );
  }
  throw conflict(
    'open_loop_ambiguous',
    `${found.length} open loops say ${JSON.stringify(given)}.`,
    'Name the one you mean by its id, or by more of its words; nothing was written.',
    {
      allowed: found
        .slice(0, SHOWN)
        .map(({ id, content }) => `${id} ${quoteInline(oneLine(content).slice(0, 60).toWellFormed())}`),
    },
  );
}

/** Loops by their words: all of them as one text, if that says one, else each on its own. */
export function matchLoops(loops: readonly RecordView[], words: readonly string[]): readonly RecordView[] {
  const whole = words.join(' ');
  if (words.length === 1 || matching(loops, whole).length > 0) return [theOne(loops, whole)];
  const isUnquoted = words.every((word) => !/\s/.test(word));
  return isUnquoted ? [theOne(loops, whole)] : words.map((word) => theOne(loops, word));
}
