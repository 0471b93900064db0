import { normalizeText } from '../domain/words.ts';

/** Without accents, like the words of a query. */
const listed = (words: string) => new Set(words.split(' ').map(normalizeText));

/** Question words and function words. */
const ENGLISH = listed(
  'a about above actually after again against ain all almost already also am an and any anyway are aren as at be because been before being below between both but by can completely could couldn currently d definitely did didn do does doesn doing don down during each either else especially eventually ever exactly few for from further got had hadn has hasn have haven having he her here hers herself him himself his how i if in indeed instead into is isn it its itself just lately latest ll m many may maybe me might mightn more most mostly much must mustn my myself needn neither newest no nor normally not now obviously of off often ok okay on once only or other our ours out over own perhaps please pretty probably quickly quite rather re really recent recently rid s same shall shan she should shouldn simply so some somehow sometimes somewhere soon specifically still such supposed t than that the their theirs them themselves then there these they this those through to too totally under until up upon us usually ve versus very vs was wasn we were weren what when where whether which while who whom whose why will with won would wouldn yes yet you your yours yourself',
);

const OTHERS = [
  // German
  listed(
    'aber als am an auf aus bei bin bis da damit dann das dass dem den der des die doch du ein eine einem einen einer eines er es für geschah geschehen hat haben habe ich ihr im in ist ja kann man mein mit nach nicht noch nur ob oder passiert passierte schon sein sich sie sind so um und uns unser unsere unter von vom vor war warum was wann welche welcher welches wenn wer wie wir wird wo wurde wurden zu zum zur über',
  ),
  // French
  listed(
    'à au aux avec ce ces cette comment d dans de des du elle en est et il je la le les leur m mais nous on où ou par pas passé pour pourquoi qu quand que quel quelle qui s sa se ses son sont sur t un une vous',
  ),
  // Spanish and Portuguese
  listed(
    'aconteceu al como con cuál cuándo cómo da das de del do dos donde dónde e el em en es está foi la las lo los na no nos o ocurrió os para pasó pero por porque qual quando que quem qué quién se su sucedió um uma un una y é',
  ),
];

/** Words that occur in most questions and say little about the topic. */
const GENERIC = listed(
  'able access according actual ago agree ahead allow allowed alone always amount answer anybody anyone anything approach around ask asked asking away back bad become becomes before began begin begins behind believe best better bit bring broke broken bug bugs came care case cases cause certain choice choices choose chose chosen cleanup clear come comes coming command commands config configuration consider constraint constraints contents convention conventions could course current currently date dates day days deal decide decided decision decisions depend describe detail details did differ different difficult discuss discussed done doubt earliest easy end ended enough even every everybody everyone everything exact example expect explain fact far fast feel feeling feels felt figure finally find fine first fix fixes follow forget forgot forgotten found framework frameworks gave get gets getting give given gives go goes going gone good got great guess guideline guidelines handle handled handles happen happened happening happens hard hear heard help here idea important info initial initially information issue issues keep keeps kept kind kinds knew know known knows lack last late later learn learned least leave less lesson lessons let libraries library like likely likes little located long look looked looking looks lot lots main make makes making manager matter mean means meant mention mentioned method methods moment name named names necessary need needed needs never new next nice nobody note notes nothing nowadays number old oldest ones open original originally others otherwise parameter parameters past pattern patterns pending people performance person plan planned plans point policies policy possible prefer preference preferences previous problem problems process processes proper properly provider providers put question quick ran rate reason recall regard remember remind right rule rules run running runs said saw say saying says see seem seems seen setting settings setup several show shown similar simple since situation solution solutions solve solved somebody someone something sort specific start started status stay stayed stop stopped stored strategy stuff style suggest sure take taken takes taking talk talked talking task tasks tell tells thank thing things think thought time times today todo todos together told tomorrow tonight took tool tools toward treat tried trouble true try trying twice type types understand unless use used useful user uses using usual vague value values various vendor vendors version versions want wanted wants warning warnings was way ways week weeks went whatever whenever whole wish within without wonder wondering work worked working works worse worst worth wrong year years yesterday',
);

/** Words that mean nothing in any other language. */
const ALWAYS = listed(
  'auch beim bitte dass das dem den der des eine einem einen einer eines für hat habe haben ich ihr ist mit nicht noch oder sich sind und unser unsere unserer vom waren warum welche welcher welches wenn wie wird wurde wurden zum zur über avec cette comment dans elle est leur mais nous où pour pourquoi quand quel quelle sont sur une vous cómo cuál cuándo dónde está pero porque qué quién qual quando quem uma',
);

/**
 * Stop words of another language count only if the question seems to be in that language: "die" is an English word too.
 */
export function stopWordsFor(words: readonly string[]): ReadonlySet<string> {
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  const english = count(ENGLISH);
  const detected = OTHERS.filter((list) => count(list) >= 2 && count(list) > english);
  return new Set([...ENGLISH, ...ALWAYS, ...detected.flatMap((list) => [...list])]);
}

export const isGeneric = (word: string): boolean => GENERIC.has(word);

/** Function words that also occur between keywords: "timeout for idle jobs in CI". */
const JOINING = listed(
  'about after against and at before between by during for from in into of off on or out over per than through to under until up versus vs with',
);
export const joinsWords = (word: string): boolean => JOINING.has(word);
