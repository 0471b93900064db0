import type { CampaignEvent } from '../event.ts';
import { quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { pick, possessive } from './wording.ts';

const FIRST_PERSON = /^(?:i|i['’](?:m|ll|ve|d)|we|we['’](?:re|ll|ve|d)|my|our|let me|let['’]s)(?!\p{L})/iu;
const INTENT = /^I(?:['’]ll)? (?=[a-z])/;
/** After "I" these say what is, or what was, and not what somebody sets out to do. */
const NO_INTENT =
  /^(?:am|was|were|have|had|do|did|can|could|will|would|should|must|may|might|shall|think|thought|know|knew|believe|hope|want|feel|felt|guess|need|wish|love|hate|agree|remember|like|doubt|suppose|see|saw|hear|heard|went|took|said|told|gave|ran|threw|drew|struck|shot|fell|found|made|came|got|left|spoke|stood|sat|swung|held|kept|hid|flung|led|rode|broke|bought|brought|caught|fought|woke|wrote|also|just|then|\w+ed)\b/;
/** In other languages "I" begins sentences too. */
const ENGLISH =
  /\b(?:the|my|me|him|her|them|it|its|to|and|of|with|at|for|his|their|who|this|that|an|into|from)\b/;

const CHOSE = ['chose to', 'decided to', 'moved to', 'went to'];

/** What was done, in the words of whoever did it. Not yet capitalized: a place may come before it. */
export function tellDeed(event: CampaignEvent, deed: string, scribe: Scribe): string {
  const { id, actor, isTurn } = event;
  if (actor === null || !isTurn || scribe.isNamedFirst(actor, deed)) return tellAccount(actor, deed, scribe);
  const isSame = scribe.speaker === actor;
  scribe.speaker = actor;
  const intent = intentOf(deed);
  if (isSame) {
    const then = scribe.vary(['then', 'after that'], id);
    return intent === undefined ? `${then}: ${quoted(deed)}` : `${then} the choice was to ${quoted(intent)}`;
  }
  const name = scribe.person(actor);
  return intent === undefined
    ? `${lead(id, name, deed)}: ${quoted(deed)}`
    : `${name} ${scribe.vary(CHOSE, id)} ${quoted(intent)}`;
}

/** An event that was added, or that names its actor, is told already. */
function tellAccount(actor: string | null, deed: string, scribe: Scribe): string {
  if (actor !== null) scribe.person(actor);
  scribe.speaker = null;
  return quoted(deed);
}

/** "I pick the lock." as "pick the lock.", where that can follow "chose to". */
function intentOf(deed: string): string | undefined {
  const intent = INTENT.test(deed) && ENGLISH.test(deed) ? deed.replace(INTENT, '') : undefined;
  return intent === undefined || NO_INTENT.test(intent) ? undefined : intent;
}

const lead = (id: string, name: string, deed: string): string =>
  FIRST_PERSON.test(deed)
    ? pick([`${name} said`, `then ${name} said`], id)
    : pick([`in ${possessive(name)} words`, `as ${name} put it`], id);
