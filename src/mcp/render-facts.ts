import {
  escapeInline,
  escapeUnusual,
  isPlainWord,
  quoteBlock,
  quoteUnlessPlain,
} from '../domain/quote-text.ts';

type Facts = Readonly<Record<string, unknown>>;

const INDENT = '  ';

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isFacts(value) && Object.keys(value).length === 0);

/** Lists of our own sentences, which name stored text in quotation marks. All other strings may be stored text. */
const OWN_SENTENCES = ['notices'];

/** A value stays on the line of its label; text on several lines becomes a quoted block below it. */
const renderText = (text: string, indent: string): string =>
  text.includes('\n') ? `\n${quoteBlock(text, indent)}` : ` ${escapeUnusual(text)}`;

function renderValue(value: unknown, indent: string, isOwn = false): string {
  if (typeof value === 'string') return renderText(value, indent);
  if (Array.isArray(value)) return `\n${value.map((item) => renderItem(item, indent, isOwn)).join('\n')}`;
  if (isFacts(value)) return `\n${renderLines(value, indent)}`;
  return ` ${String(value)}`;
}

function renderItem(item: unknown, indent: string, isOwn: boolean): string {
  if (typeof item === 'string' && isOwn) return `${indent}- ${escapeInline(item)}`;
  if (typeof item === 'string' && !isPlainWord(item))
    return `${indent}- ${quoteBlock(item, indent + INDENT).trimStart()}`;
  if (!isFacts(item)) return `${indent}-${renderValue(item, indent + INDENT)}`;
  return `${indent}- ${renderLines(item, indent + INDENT).trimStart()}`;
}

const renderLines = (facts: Facts, indent: string): string =>
  Object.entries(facts)
    .filter(([, value]) => !isNothing(value))
    .map(
      ([name, value]) =>
        `${indent}${quoteUnlessPlain(name)}:${renderValue(value, indent + INDENT, indent === '' && OWN_SENTENCES.includes(name))}`,
    )
    .join('\n');

/** The facts as text, because some clients show only that. `prose` names texts in which stored text is quoted already. */
export function renderFacts(facts: Facts, prose: readonly string[]): string {
  const proseTexts = prose
    .map((name) => facts[name])
    .filter((text) => typeof text === 'string' && text !== '');
  const rest = Object.fromEntries(Object.entries(facts).filter(([name]) => !prose.includes(name)));
  const lines = renderLines(rest, '');
  return escapeUnusual([...proseTexts, ...(lines === '' ? [] : [lines])].join('\n\n'));
}
