const listed = (words: string) => new Set(words.split(' '));

/** Words that ask rather than tell. */
const ENGLISH = listed(
  'a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing don down during each either else ever few for from further had has have having he her here hers herself him himself his how i if in into is isn it its itself just ll me might more most must my myself much many neither no nor not now of off on once only or other our ours out over own please re s same shall she should so some still such t than that the their theirs them themselves then there these they this those through to too under until up upon us ve very was wasn we were what when where whether which while who whom whose why will with won would yes yet you your yours yourself',
);

const OTHERS = [
  // German
  listed(
    'aber als am an auf aus bei bin bis da damit dann das dass dem den der des die doch du ein eine einem einen einer eines er es für hat haben habe ich ihr im in ist ja kann man mein mit nach nicht noch nur ob oder schon sein sich sie sind so um und uns unser unsere unter von vom vor war warum was wann welche welcher welches wenn wer wie wir wird wo wurde wurden zu zum zur über',
  ),
  // French
  listed(
    'à au aux avec ce ces cette comment dans de des du elle en est et il je la le les leur mais nous on où ou par pas pour pourquoi quand que quel quelle qui sa se ses son sont sur un une vous',
  ),
  // Spanish and Portuguese
  listed(
    'al como con cuál cuándo cómo da das de del do dos donde dónde e el em en es está foi la las lo los na no nos o os para pero por porque qual quando que quem qué quién se su um uma un una y é',
  ),
];

/** Words that are in most questions and say little about what is meant. */
const GENERIC = listed(
  'able according actual actually again ago agree ahead allow allowed almost alone already always amount answer anybody anyone anything anyway around ask asked asking away back bad become becomes before began begin begins behind believe best better big bit bring broke broken came care case cases cause certain chance change changed check choose chose chosen clear come comes coming complete completely consider contents correct could course current currently date dates day days deal decide decided decision decisions definitely depend describe detail details did differ different difficult discuss discussed done doubt early easy end ended enough especially even event eventually every everybody everyone everything exact exactly example except expect explain fact far fast feel feeling feels felt figure finally find fine first follow forget forgot forgotten found full gave general get gets getting give given gives go goes going gone good got great guess handle happen happened happening happens hard hear heard help here hold idea important indeed information inside instead issue keep keeps kept kind kinds knew know known knows lack last late lately later latest learn learned least leave left less let like likely likes list little long look looked looking looks lot lots main make makes making matter maybe mean means meant mention mentioned method middle moment mostly move name named names necessary need needed needs never new next nice nobody normally note noted nothing number obviously often okay old one ones open opinion option order others otherwise outside part particular past people percentage perhaps person place plan planned plans point policy possible prefer pretty previous probably problem proper properly purpose put question quick quickly quite rather really reason recall recently regard remember remind result right rule rules run said saw say saying says second see seem seems seen set several show shown side similar simple simply since situation small solve solved somebody somehow someone something sometimes somewhere soon sort specific specifically start started state stay stayed step stop stopped story stuff suggest supposed sure take taken takes taking talk talked talking tell tells thank thing things think thought three time times today together told tomorrow tonight took top total totally touch toward treat tried trouble true try trying turn twice two type types understand unless use used useful user uses using usual usually vague value various version view wait want wanted wants was watch way ways week weeks went whatever whenever whole wish within without wonder wondering word work worked working works worry worse worst worth write written wrong wrote year years yesterday',
);

/** In no other language a word of its own. */
const ALWAYS = listed(
  'auch beim bitte dass das dem den der des eine einem einen einer eines für hat habe haben ich ihr ist mit nicht noch oder sich sind und unser unsere unserer vom waren warum welche welcher welches wenn wie wird wurde wurden zum zur über avec cette comment dans elle est leur mais nous où pour pourquoi quand quel quelle sont sur une vous cómo cuál cuándo dónde está pero porque qué quién qual quando quem uma',
);

/** Those of a language only count where the question seems to be in it: "die" is a word in another. */
export function stopWordsFor(words: readonly string[]): ReadonlySet<string> {
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  const english = count(ENGLISH);
  const spoken = OTHERS.filter((list) => count(list) >= 2 && count(list) > english);
  return new Set([...ENGLISH, ...ALWAYS, ...spoken.flatMap((list) => [...list])]);
}

export const isGeneric = (word: string): boolean => GENERIC.has(word);
