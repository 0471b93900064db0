import {
  listIds,
  type ShortenId,
  shortenIdsInLines,
  shortenIdsInMessage,
  shortenIdsInTurn,
} from '../domain/short-id.ts';
import type { ToolContext } from './define-tool.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Fields whose values are ids, and the arguments of a next step. All other values may be stored text. */
const ID_FIELD = /^(?:ids?|\w+_ids?|project|supersedes|superseded_by|allowed|told_in)$/;
const STEP_ARGUMENTS = 'args';
/** Sentences of ours, which name stored text in quotation marks or after ">". */
const OWN_TEXT = /^(?:notices|next_step|why|rest|capture_warning)$/;
/** Of an error. */
const OWN_MESSAGE = /^(?:message|hint|problem)$/;
const TURN = 'what';

type Rewrite = (text: string) => string;

const mapTexts = (value: unknown, rewrite: Rewrite): unknown => {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, rewrite));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, rewrite)]));
};

const isText = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

function shortenField(name: string, value: unknown, shorten: ShortenId): unknown {
  if (name === STEP_ARGUMENTS || (ID_FIELD.test(name) && isText(value))) return mapTexts(value, shorten);
  if (OWN_TEXT.test(name) && isText(value))
    return mapTexts(value, (text) => shortenIdsInLines(text, shorten));
  if (OWN_MESSAGE.test(name) && typeof value === 'string') return shortenIdsInMessage(value, shorten);
  if (name === TURN && typeof value === 'string') return shortenIdsInTurn(value, shorten);
  if (Array.isArray(value)) return value.map((item) => (isFacts(item) ? shortenFacts(item, shorten) : item));
  return isFacts(value) ? shortenFacts(value, shorten) : value;
}

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The facts as a text shows them. Structured content keeps whole ids. */
export const shortenFacts = (facts: Facts, shorten: ShortenId): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, shortenField(name, value, shorten)]),
  );

/** Whole ids stay if the store cannot be read: what the call did is reported in any case. */
export async function shortenerFor(
  { services, caller }: ToolContext,
  facts: Facts,
  text = '',
): Promise<ShortenId> {
  const shown = listIds((shorten) => [shortenFacts(facts, shorten), shortenIdsInLines(text, shorten)]);
  const whole: ShortenId = (id) => id;
  return shown.length === 0 ? whole : services.shortenIds(caller, { shown }).catch(() => whole);
}
