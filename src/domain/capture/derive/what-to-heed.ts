const MAX_WARNING = 420;
const WARNS =
  /^\W*(?:please )?(?:do(?:n['’]t| not)|never|avoid)(?!\p{L})|(?<!\p{L})(?:do(?:n['’]t| not) (?:ship|deploy|merge|run|release|rely|delete|quote)|must (?:not|never)|never (?:ship|deploy|run|merge)|beware|watch out|(?:has|have) to be run by hand|no (?:lo |la )?(?:despliegues|corras|borres)|hay que correr|a mano|von hand)(?!\p{L})|注意|小心|千万|手动|手動|주의|수동/iu;

/** What the agent warns of. */
export const warns = (words: string): boolean =>
  words.length <= MAX_WARNING && WARNS.test(words.replaceAll('**', ''));

/** What somebody has to know before they use or change what was done, or that it still does. */
const HEEDS =
  /(?<!\p{L})(?:worth (?:an? |doing|checking|running|knowing|noting)|before (?:the|you|that|it) (?:first |next )?(?:timer|release|deploy\p{L}*|merge\p{L}*|upgrade|rollout|runs?|fires|goes)|(?:first|next) \p{L}+ after (?:the|an?)|after (?:the|an?) (?:upgrade|update|deploy\p{L}*|migration|release|rollout)|will (?:drop|lose|break|fail|overwrite|delete|reset|re-?\p{L}+ everything)|not touched|left (?:untouched|alone|as (?:it|they) (?:is|was|were|are))|one caveat|caveats?:|gotcha|heads[- ]up|keep in mind|be aware|ojo|cuidado|tené en cuenta|ten en cuenta|Achtung|beachte\p{L}*|attention)(?!\p{L})|(?<!\p{L})still (?:prints?|shows?|uses?|fails?|returns?|points?|reads?|writes?|leaks?|assumes?|depends?|needs?)(?!\p{L})|ご注意|気をつけ|要注意|留意|需要注意|记得|조심|유의/iu;
const MAX_HEED = 300;
export const heeds = (words: string): boolean =>
  words.length <= MAX_HEED && HEEDS.test(words.replace(/`[^`]*`/g, '')) && !BELONGS_LATER.test(words);

/** The work on a later step is in its report. */
const BELONGS_LATER =
  /(?<!\p{L})(?:belongs to|comes (?:in|with)|is part of) (?:the |a )?(?:\p{L}+ )?(?:steps?|parts?|turn|phase)(?!\p{L})/iu;
