const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** What players have their characters do, in words that are hardly ever anything but verbs. */
const PLAIN = listed(`
  accept accuse act admit advance agree aid aim allow announce answer apologize approach argue arrange arrive ask
  assist assure attack attempt avoid awaken bandage bargain barricade bash beg begin believe bind bless break
  bring brush build burn bury buy calm carry cast catch chant chase check choose chuckle claim clean climb collect
  come comfort conceal concentrate concoct confess confront consider continue convince cough count cower crawl
  creep crouch cry dare dart dash decide declare defend deflect demand deny describe destroy detect dig dip disarm
  discover discuss disguise dismiss dismount dispel distract disturb dive dodge drag draw dress drift duel dump
  eat eavesdrop embed embrace enchant encourage enter erase escape examine exchange excuse explain explore
  extinguish fall fashion fasten feed fetch fill find finish fix flank flatter flee fling flip fly follow forgive
  frown fumble gallop gather gaze gesture get giggle give glance glare glide go grab grapple graze greet grin grip
  groan growl grunt gulp haggle hail hammer hang harvest hate haul have heal hear heave help hesitate hide hit
  hoist hold hope hover howl huddle hum hunt hurl hurry identify ignore imitate improvise infiltrate inform inhale
  inquire insist inspect insult interrogate intimidate introduce invent investigate invite invoke jab join juggle
  jump keep kick kill kindle kiss kneel knit knock know laugh lay lean leap learn leave leer lend let lick lift
  limp listen load lob locate look loosen loot love lure lurk make meditate meet memorize mend mix mock move
  mumble munch murmur mutter need negotiate nibble nock nod notice nudge observe offer oppose outwit overhear
  overturn parry pat patrol pay peek peel perform persuade pet pierce pin pinch play plead pledge plot pluck
  plunge pocket poke ponder pounce pour praise pray preach prepare press presume pretend probe prod produce
  propose protect prove provoke prowl pry pull punch pursue push put quaff quote raise rally rattle reach read
  realize reassure recall receive recite recover recruit refuse relax release reload remember remind remove repair
  repeat reply request rescue resist retrieve return reveal ride rinse rip rise rub rummage run rush sabotage
  saddle salute say scan scare scatter scold scoop scowl scramble scrape scream scribble scrub scry scurry search
  secure seduce see seek seize sell send sense settle shake share sharpen shelter shiver shoo shoot shout shove
  show shred shrug shuffle shut sidestep sift sigh sing sip siphon sit sketch skewer skip slam slap slash sleep
  slice slide slink slip slither slug smash smear smirk smite smuggle snarl snatch sneak sniff snoop snore snort
  soak sob soothe sort spar speak spend spit splash sprinkle sprint spur spy squat squeak squeeze squint stab
  stagger stalk stamp stare start startle stash stay steal steer stir stoke stomp stop stow strangle stride strike
  strip stroke stroll strum study stumble subdue suggest sulk summon support surrender survey suspect swallow swap
  swat sway swear sweep swim swing swoop tackle take talk tally tame tap taste taunt teach tease tell tempt tend
  test think thrash threaten throttle throw thrust thump tickle tie tighten tilt tinker tiptoe topple toss tow
  trade trample transform translate travel tread treat tremble trigger trim trot trudge trust try tuck tug tumble
  twist unbolt uncork unfold unleash unlock unroll unsheathe untangle untie unwrap use usher vanish vault venture
  visit volunteer vote vow wade wait wake walk wander want warn wash wedge weep weigh whirl whisper whittle wield
  wink wipe withdraw wonder wrap wrench wrestle write yank yawn yell yield
`);

/** These are names as well: only what follows tells. */
const ALSO_NAMES = listed(`
  add balance block bow call care challenge change charge clear close command craft curse cut dance deal delay
  drink drive dry duck empty fear feel fight focus fold free guess lead lie like lower march measure mount open
  order pack paint pass peer pick place point polish practice promise question rage ready rest retreat roll
  sacrifice save set shift signal slow smile snap sneer spin split spread stand steady step stick strap stretch
  stuff tear thank toast touch trick turn watch whistle wish work worry
`);

/** These are first of all things that one sees: "tracks in the flour". */
const THINGS_TOO = listed(`
  camp circle cook cover cross drop face fence fire fish force guard guide hand head hook light line lock mark
  master name note plan plant ring rope row sail scout scratch seal shadow shield smell sound spot spring stack
  store string tail thread trace track trail trap trip water wave
`);

/** What "I" is followed by when it is told of what is over; none of them changes with who did it. */
const PAST = listed(`
  ate bade began bent bit bled blew bore bought bound broke brought built burnt came caught chose clung crept
  dealt did drank dreamt drew drove dug dwelt fed fell felt fled flew flung foresaw forgave forgot fought found
  froze gave got grew had heard held hid hung knelt knew laid leant leapt learnt led left lent lit lost made meant
  met mistook overcame overheard paid ran rang rode rose said sang sank sat saw sent shed shook shot shrank slept
  slew slid slit slung smelt smote snuck sold sought spat sped spent spilt spoke sprang spun stole stood strode
  struck strung stuck stung swam swept swore swung taught thought threw told took tore trod understood undid
  unwound was went wept withdrew woke won wore wove wrote wrung
`);

const isConsonant = (letter: string | undefined): boolean => letter !== undefined && !/[aeiou]/.test(letter);

/** "carry" as "carries": what somebody else does. */
export function thirdPerson(verb: string): string {
  if (verb === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return verb.endsWith('y') && isConsonant(verb.at(-2)) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** With too many forms rather than too few: they are only recognised, never written. */
function formsWith(ending: 'ed' | 'ing', verb: string): readonly string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const softened = ending === 'ed' && verb.endsWith('y') ? [`${verb.slice(0, -1)}ied`] : [];
  const bound = ending === 'ing' && verb.endsWith('ie') ? [`${verb.slice(0, -2)}ying`] : [];
  return [`${stem}${ending}`, `${verb}${verb.at(-1)}${ending}`, ...softened, ...bound];
}

const ALL = [...PLAIN, ...ALSO_NAMES, ...THINGS_TOO];
const VERBS = new Set(ALL);
const BASE_OF_THIRD = new Map(ALL.map((verb) => [thirdPerson(verb), verb]));
const BASE_OF_ING = new Map(ALL.flatMap((verb) => formsWith('ing', verb).map((form) => [form, verb])));
const REGULAR_PAST = new Set(ALL.flatMap((verb) => formsWith('ed', verb)));

export const isVerb = (word: string): boolean => VERBS.has(word);
export const isAlsoName = (verb: string): boolean => ALSO_NAMES.has(verb) || THINGS_TOO.has(verb);
export const isThingToo = (verb: string): boolean => THINGS_TOO.has(verb);
export const isPast = (word: string): boolean => PAST.has(word) || REGULAR_PAST.has(word);

/** "asks" is a form of "ask". */
export const verbOfThird = (word: string): string | undefined => BASE_OF_THIRD.get(word);
/** "asking" is a form of "ask". */
export const verbOfIng = (word: string): string | undefined => BASE_OF_ING.get(word);
