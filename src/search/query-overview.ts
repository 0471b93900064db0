/** A question for a summary of a course of events, or for its steps in the order in which they came up. */
export type Overview = 'summary' | 'order';

/** A request, at the beginning of a query or of a sentence. */
const ASK = String.raw`(?:^|[.!?:]\s+)(?:(?:please|hey|ok(?:ay)?|so|and|now)[, ]+)*(?:(?:can|could|would|will) you (?:please )?|i(?:['’]d| would) like (?:you to )?|i (?:want|need) (?:you to )?|help me |let['’]s )?`;
const SIZE =
  '(?:(?:an?|the|me|us|very|brief|short|quick|concise|full|complete|comprehensive|detailed|thorough|general|overall|chronological) )*';
const COURSE = String.raw`(?:develop|progress|evolve|unfold|change)(?:e?d)?\b`;

const anyOf = (...patterns: readonly string[]) =>
  new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'iu');

const ORDER = anyOf(
  String.raw`${ASK}(?:(?:list|name|give|show|tell|walk|take|mention)\b[^.?!]*? )?(?:what (?:was|is) )?(?:the|what) order in which\b`,
  String.raw`${ASK}(?:list|name|give|show|tell|walk|take|mention)\b[^.?!]* in (?:chronological |temporal |the )?order\b(?! to\b)`,
  String.raw`${ASK}(?:walk|take|talk) (?:me|us) through (?!how (?:to|i|we|you)\b|\p{L}+ing\b)`,
  String.raw`${ASK}(?:(?:give|show|provide|list|write) )?${SIZE}(?:timeline|chronology|sequence of events|course of events)\b(?= (?:of|on|for|how|about)\b|[^\p{L}]*$)`,
  String.raw`^in (?:which|what) order\b`,
  // German
  String.raw`\bin (?:welcher|(?:der )?(?:zeitlichen?|chronologische[nr]|richtigen)) reihenfolge\b|\bder reihe nach\b`,
  String.raw`^(?:zeig\p{L}* (?:mir )?|gib (?:mir )?)?(?:den |der )?(?:zeitlichen? )?(?:ablauf|verlauf) (?:von|der|des|meine[rs]?|unsere[rs]?)\b`,
  // French
  String.raw`\bdans (?:quel ordre|l['’]ordre(?: chronologique)?)(?!\p{L})|\bpar ordre chronologique\b|^(?:donne-moi )?(?:la |une )?chronologie d`,
  // Spanish and Portuguese
  String.raw`\b(?:en (?:qué|que) orden|(?:en|por) orden cronol[óo]gico|em que ordem|(?:em|por) ordem cronol[óo]gica)\b|^(?:dame |me d[êe] )?(?:la |a |una |uma )?cronolog[íi]a (?:de|da|do)`,
);

const SUMMARY = anyOf(
  String.raw`${ASK}(?:summari[sz]e|recapitulate|sum up|recap(?= (?:of|on|how|what|my|our|the|all|everything)\b|[^\p{L}]*$))\b`,
  String.raw`${ASK}(?:(?:give|provide|show|write|get|make|have|create)\b )?${SIZE}(?:summary|recap|overview|run-?down|synopsis)\b(?= (?:of|on|about|how|over)\b|[^\p{L}]*$)`,
  `^how (?:has|have|had|did) .+ ${COURSE}`,
  // German
  String.raw`\bfass(?:e|t|en sie)?(?!\p{L}).* zusammen\b|\bzusammenfassen\b|\bzusammenfassung (?:von|der|des|zu|meine[rs]?|unsere[rs]?)\b|(?<!\p{L})überblick (?:über|zu)(?!\p{L})`,
  String.raw`^wie (?:hat|haben) sich .+ (?:entwickelt|verändert)\b`,
  // French
  String.raw`(?<!\p{L})résume[rz]?(?!\p{L})|(?<!\p{L})(?:un|le) résumé d|(?<!\p{L})récapitule[rz]?(?!\p{L})|\bvue d['’]ensemble\b|\baperçu (?:de|du|des)\b|^comment .+ (?:a|ont) (?:évolué|progressé)`,
  // Spanish and Portuguese
  String.raw`^res[úu]me(?:me)? (?:cómo|como|el|la|los|las|mis?|lo)\b|\bresumir\b|\bresum(?:en|o) (?:de|da|do|das|dos|del|sobre)\b|^resuma (?:como|o|a|os|as|meus?|minhas?|mis?|el|la)\b`,
  String.raw`\bvisi[óo]n general de|\bvisão geral d|^c[óo]mo .*(?:han? (?:evolucionado|progresado|avanzado)|evolucion(?:ó|aron)|evoluiu|evolu[íi]ram|progrediu|se desenvolveu)`,
);

/** Longer texts are pasted: they are not one question. */
const MAX_WORDS = 60;

export function queryOverview(question: string, words: number): Overview | undefined {
  if (words > MAX_WORDS) return undefined;
  return ORDER.test(question) ? 'order' : SUMMARY.test(question) ? 'summary' : undefined;
}

const COUNT = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)`;
/** Where something of several is meant; elsewhere these words may be the subject. */
const PARTS = `(?:different|various|main|key|major|${COUNT}) (?:items?|parts?|points?|steps|things|ways)`;

/** How an overview is asked for; texts about the subject do not contain it. */
const FRAMING = new RegExp(
  [
    String.raw`\b(?:summar(?:y|i[sz]e)|recap(?:itulate)?|overview|run-?down|synopsis|sum up|comprehensive|complete|detailed|thorough|concise|timeline|chronology|chronological|(?:sequence|course) of events)\b`,
    String.raw`\b(?:give|provide|list|name|show|tell|talk|walk|take|mention)(?= (?:me|us|the|an?|only|just)\b)`,
    String.raw`\border in which\b|\bin (?:chronological |temporal |the )?order\b|\bin (?:which|what) order(?: (?:did|have) (?:i|we|you) \p{L}+)?\b`,
    String.raw`\b(?:brought up|came up|talked about|work(?:ed)? on|develop(?:ed)?|progress(?:ed)?|evolved?|unfold(?:ed)?|discuss(?:ed|ing)|approach(?:ed)?|handled)\b`,
    String.raw`\b(?:(?:different|various|main|key|major) )?(?:aspects?|topics?|efforts?|journey)\b|\b${PARTS}\b`,
    String.raw`\b(?:throughout|across|during|over|in|from|based on|around)(?: all)?(?: of)? (?:our|these|those)(?: (?:past|previous|earlier|recent))? (?:conversations?|chats?|discussions?|sessions?)\b`,
    String.raw`\bthroughout\b|\bacross\b|\bover time\b|\bso far\b|\b(?:over|in|during) the (?:past|last) (?:few |several |couple of )?(?:days|weeks|months|years)\b`,
    // German
    String.raw`(?<!\p{L})(?:(?:gib|gebt|zeige?|kannst du|könntest du)(?: mir| uns)?|fass(?:e|t|en)?|zusammen(?:fassen|fassung)?|überblick|entwickelt|verändert|reihenfolge|der reihe nach|zeitlichen?|chronologische[nr]|ablauf|verlauf|im laufe der zeit|bisher|besprochen|angesprochen|(?:in )?unsere[nr]? (?:gespräche?n?|unterhaltung(?:en)?|sitzung(?:en)?|chats?))(?!\p{L})`,
    // French
    String.raw`(?<!\p{L})(?:(?:donnez?|fais|faites)-(?:moi|nous)|peux-tu|pouvez-vous|résum(?:e[rz]?|é)|récapitule[rz]?|vue d['’]ensemble|aperçu|évolué|progressé|ordre|chronologi(?:e|que)|au fil du temps|jusqu['’](?:ici|à présent)|abordé|évoqué|(?:dans |de )?nos (?:conversations|échanges|discussions|sessions))(?!\p{L})`,
    // Spanish and Portuguese
    String.raw`(?<!\p{L})(?:^dame|hazme|puedes|podrías|me d[êe]|pode(?:ria)?|resúme(?:me)?|^resume|resum(?:ir|en|o|a)|visi[óo]n general|visão geral|(?:han? )?(?:evolucionado|progresado|avanzado)|evolucion(?:ó|aron)|evoluiu|evolu[íi]ram|progrediu|desenvolveu|orden|ordem|cronol[óo]gic[oa]|cronolog[íi]a|a lo largo del tiempo|ao longo do tempo|hasta ahora|até agora|mencion(?:é|ei)|(?:en |em )?(?:nuestr|noss)as (?:conversaciones|conversas|charlas|sesiones|sessões))(?!\p{L})`,
  ].join('|'),
  'giu',
);

export const overviewPhrases = (question: string): string => (question.match(FRAMING) ?? []).join(' ');
