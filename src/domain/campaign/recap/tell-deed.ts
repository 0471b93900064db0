import type { CampaignEvent } from '../event.ts';
import { ended } from '../sentences.ts';
import { isAnybodys, isTellable, sentencesOf } from './deed/clause-of.ts';
import { speechOf, verbOfSpeech } from './deed/speech-of.ts';
import { weave } from './deed/weave.ts';
import { excerpt, inDoubleMarks, oneLine, quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { possessive } from './wording.ts';

const OF_SELF = /^(?:i|i[’'](?:m|ll|ve|d))(?!\p{L})/iu;
const SPOKEN_TO_OTHERS = /^(?:we|our|let[’']s|you|your|my)(?![\p{L}])/iu;
/** A whole text between stars, and what chats put before what somebody does. */
const STAGE_MARKS = /^([*_]{1,3})([^*_]+)\1$/;
const CHAT_MARK = /^\/(?:me|em)\s+/i;
const DECIDES = ['decides to', 'chooses to'];
/** How somebody is or was; nothing that comes after something else. */
const IS_NO_STEP =
  /^(?:is|was|isn[’']t|wasn[’']t|has|had|does not|can|could|would|should|must|may|might|never)(?!\p{L})/iu;
const OF_ANOTHER = /^(?:she|he|they)(?!\p{L})/iu;
const LEAST_REST = 60;
const ON_FROM_THERE = ['', '', '', 'then ', 'after that '];

/** What was done, told of who did it where that is safe, else in their own words.
 *  Not yet capitalized: a place may come before it. */
export function tellDeed(event: CampaignEvent, cap: number, scribe: Scribe): string {
  const { actor, isTurn } = event;
  const words = withoutMarks(oneLine(event.description), actor);
  if (words === '') return '';
  if (!isTurn) return tellAccount(actor, words, cap, scribe);
  if (actor === null) return tellUnsaid(event, words, cap, scribe);
  const said = speechOf(words);
  if (said !== undefined) return tellSpeech(event, excerpt(said, cap), scribe);
  if (scribe.isNamedFirst(actor, words)) return tellNamed(actor, words, cap, scribe);
  return tellClause(event, words, cap, scribe) ?? tellInWords(event, words, cap, scribe);
}

/** What nobody is known to have done is nobody's speech. */
function tellUnsaid(event: CampaignEvent, words: string, cap: number, scribe: Scribe): string {
  const isTheirs = event.visibility === 'public' && speechOf(words) === undefined;
  const told = isTheirs ? tellClause(event, words, cap, scribe) : undefined;
  return told ?? tellAccount(null, speechOf(words) ?? words, cap, scribe);
}

/** Words that begin with who acted need no telling but their own. */
function tellNamed(actor: string, words: string, cap: number, scribe: Scribe): string {
  const isPlain =
    words.length <= cap && sentencesOf(words).length === 1 && isTellable(words) && isAnybodys(words);
  if (!isPlain) return tellAccount(actor, words, cap, scribe);
  scribe.person(actor);
  scribe.speaker = actor;
  return asSentence(words);
}

/** A sentence that ends in speech ends with the speech. */
const asSentence = (words: string): string => ended(inDoubleMarks(words)).replace(/”\.$/, '.”');

/** Undefined where it is not certain how to tell it of somebody. */
function tellClause(event: CampaignEvent, words: string, cap: number, scribe: Scribe): string | undefined {
  const woven = weave(words);
  if (woven === undefined || woven.clause.words.length > cap) return undefined;
  const { clause, rest } = woven;
  const who = subject(event, scribe, !IS_NO_STEP.test(clause.words));
  const verb = clause.form === 'says' ? '' : `${scribe.vary(DECIDES, event.id)} `;
  const told = `${who} ${verb}${asSentence(clause.words)}`;
  return rest === ''
    ? told
    : `${told} ${quoted(excerpt(rest, Math.max(LEAST_REST, cap - clause.words.length)))}`;
}

/** "*draws her sword*", "/me draws her sword" and "Mira: draws her sword" are ways to write the same. */
function withoutMarks(words: string, actor: string | null): string {
  const bare = words.replace(STAGE_MARKS, '$2').replace(CHAT_MARK, '').trim();
  const isScript = actor !== null && bare.toLowerCase().startsWith(`${actor.toLowerCase()}:`);
  return isScript ? bare.slice(actor.length + 1).trim() : bare;
}

const tellSpeech = (event: CampaignEvent, said: string, scribe: Scribe): string =>
  `${subject(event, scribe)} ${verbOfSpeech(said)}: ${quoted(said)}`;

/** An event that was added, or that names its actor, is told already. */
function tellAccount(actor: string | null, words: string, cap: number, scribe: Scribe): string {
  if (actor !== null) scribe.person(actor);
  scribe.speaker = null;
  return quoted(excerpt(words, cap));
}

function tellInWords(event: CampaignEvent, words: string, cap: number, scribe: Scribe): string {
  const { id, actor } = event;
  const told = excerpt(words, cap);
  const how = verbOfSpeech(told);
  const isSpoken = !isAnybodys(words);
  const isNarrated =
    (how === 'says' && OF_ANOTHER.test(words)) || (actor !== null && scribe.isNamed(actor, words));
  if (how !== 'asks' && !isSpoken && isNarrated) return tellAccount(actor, words, cap, scribe);
  if (how !== 'asks' && actor !== null && OF_SELF.test(words))
    return `${ownLead(scribe.person(actor), actor, id, scribe)}: ${quoted(told)}`;
  const says = how === 'says' && !SPOKEN_TO_OTHERS.test(words) ? '' : ` ${how}`;
  return `${subject(event, scribe)}${says}: ${quoted(told)}`;
}

function ownLead(name: string, actor: string, id: string, scribe: Scribe): string {
  scribe.speaker = actor;
  switch (scribe.vary(['name', 'words', 'puts'], id)) {
    case 'words':
      return `in ${possessive(name)} words`;
    case 'puts':
      return `as ${name} puts it`;
    default:
      return name;
  }
}

/** Who acts, with a word between two deeds of the same. */
function subject({ id, actor }: CampaignEvent, scribe: Scribe, isStep = true): string {
  const isSame = actor !== null && scribe.speaker === actor;
  scribe.speaker = actor;
  const lead = isSame && isStep ? scribe.vary(ON_FROM_THERE, id) : '';
  return `${lead}${actor === null ? 'the party' : scribe.person(actor)}`;
}
