import {
  escapeInline,
  escapeUnusual,
  isPlainWord,
  quoteBlock,
  quoteUnlessPlain,
} from '../domain/quote-text.ts';
import {
  listIds,
  type ShortenId,
  shortenIdsInLines,
  shortenIdsInMessage,
  shortenIdsInTurn,
} from '../domain/short-id.ts';
import { isJsonObject, type JsonObject } from '../lib/json-depth.ts';
import type { ToolContext } from './define-tool.ts';

const INDENT = '  ';

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/** Lists of our own sentences, which name stored text in quotation marks. All other strings may be stored text. */
const OWN_SENTENCES = ['notices'];

/** A value stays on the line of its label; text on several lines becomes a quoted block below it. */
const renderText = (text: string, indent: string): string =>
  text.includes('\n') ? `\n${quoteBlock(text, indent)}` : ` ${escapeUnusual(text)}`;

function renderValue(value: unknown, indent: string, isOwn = false): string {
  if (typeof value === 'string') return renderText(value, indent);
  if (Array.isArray(value)) return `\n${value.map((item) => renderItem(item, indent, isOwn)).join('\n')}`;
  if (isJsonObject(value)) return `\n${renderLines(value, indent)}`;
  return ` ${String(value)}`;
}

function renderItem(item: unknown, indent: string, isOwn: boolean): string {
  if (typeof item === 'string' && isOwn) return `${indent}- ${escapeInline(item)}`;
  if (typeof item === 'string' && !isPlainWord(item))
    return `${indent}- ${quoteBlock(item, indent + INDENT).trimStart()}`;
  if (!isJsonObject(item)) return `${indent}-${renderValue(item, indent + INDENT)}`;
  return `${indent}- ${renderLines(item, indent + INDENT).trimStart()}`;
}

const renderLines = (facts: JsonObject, indent: string): string =>
  Object.entries(facts)
    .filter(([, value]) => !isNothing(value))
    .map(
      ([name, value]) =>
        `${indent}${quoteUnlessPlain(name)}:${renderValue(value, indent + INDENT, indent === '' && OWN_SENTENCES.includes(name))}`,
    )
    .join('\n');

/** The facts as text, because some clients show only that. `prose` names texts in which stored text is quoted already. */
export function renderFacts(facts: JsonObject, prose: readonly string[]): string {
  const proseTexts = prose
    .map((name) => facts[name])
    .filter((text) => typeof text === 'string' && text !== '');
  const rest = Object.fromEntries(Object.entries(facts).filter(([name]) => !prose.includes(name)));
  const lines = renderLines(rest, '');
  return escapeUnusual([...proseTexts, ...(lines === '' ? [] : [lines])].join('\n\n'));
}

/** Fields whose values are ids, and the arguments of a next step. All other values may be stored text. */
const ID_FIELD = /^(?:ids?|\w+_ids?|project|supersedes|superseded_by|allowed|told_in)$/;
const STEP_ARGUMENTS = 'args';
/** Sentences of ours, which name stored text in quotation marks or after ">". */
const OWN_TEXT = /^(?:notices|next_step|why|rest|capture_warning)$/;
/** Of an error. */
const OWN_MESSAGE = /^(?:message|hint|problem)$/;
const TURN = 'what';

/** `Object.fromEntries` takes several times as long. It is needed for one name, which an assignment would not define. */
function mapFields(facts: object, map: (name: string, value: unknown) => unknown): JsonObject {
  const mapped: Record<string, unknown> = {};
  const entries = Object.entries(facts);
  for (const [name, value] of entries) {
    if (name === '__proto__')
      return Object.fromEntries(entries.map(([each, given]) => [each, map(each, given)]));
    mapped[name] = map(name, value);
  }
  return mapped;
}

type Rewrite = (text: string) => string;

const mapTexts = (value: unknown, rewrite: Rewrite): unknown => {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, rewrite));
  if (typeof value !== 'object' || value === null) return value;
  return mapFields(value, (_, item) => mapTexts(item, rewrite));
};

const isText = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

function shortenField(name: string, value: unknown, shorten: ShortenId): unknown {
  if (name === STEP_ARGUMENTS || (ID_FIELD.test(name) && isText(value))) return mapTexts(value, shorten);
  if (OWN_TEXT.test(name) && isText(value))
    return mapTexts(value, (text) => shortenIdsInLines(text, shorten));
  if (OWN_MESSAGE.test(name) && typeof value === 'string') return shortenIdsInMessage(value, shorten);
  if (name === TURN && typeof value === 'string') return shortenIdsInTurn(value, shorten);
  if (Array.isArray(value))
    return value.map((item) => (isJsonObject(item) ? shortenFacts(item, shorten) : item));
  return isJsonObject(value) ? shortenFacts(value, shorten) : value;
}

/** The facts as a text shows them. Structured content keeps whole ids. */
export const shortenFacts = (facts: JsonObject, shorten: ShortenId): JsonObject =>
  mapFields(facts, (name, value) => shortenField(name, value, shorten));

/** Whole ids stay if the store cannot be read: what the call did is reported in any case. */
export async function shortenerFor(
  { services, caller }: ToolContext,
  facts: JsonObject,
  text = '',
): Promise<ShortenId> {
  const shown = listIds((shorten) => [shortenFacts(facts, shorten), shortenIdsInLines(text, shorten)]);
  const whole: ShortenId = (id) => id;
  return shown.length === 0 ? whole : services.shortenIds(caller, { shown }).catch(() => whole);
}
