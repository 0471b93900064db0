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
    'ab aber alle alles als also am an auch auf aus bei beim bin bis bitte da damit dann darf das dass dem den der des die dies diese dieser dieses doch du durch dürfen ein eine einem einen einer eines er es für gegen geschah geschehen gibt habe haben hat hatte ich ihm ihn ihr ihre im in ist ja jede jeder jedes jetzt kann kein keine können man mein meine mit muss müssen nach nicht noch nur ob oder ohne passiert passierte schon sehr sein seine seit sich sie sind so soll sollen sollte um und uns unser unsere unter viel von vom vor wann war waren warum was weil welche welcher welches wenn wer werden wie wieder will wir wird wo wohin wollen wurde wurden würde zu zum zur zwischen über',
  ),
  // French
  listed(
    'à ai as au aussi aux avec avez avons bien c ce ces cette comment d dans de des donc du elle elles en encore entre est et était faire fait faut il ils j je l la le les leur leurs lui m ma mais mes mon même n ne nos notre nous on ont où ou par pas passé peut plus pour pourquoi qu quand que quel quelle quelles quels qui s sa sans se ses si son sont sous sur t ta tout tous toute très tu un une va votre vos vous y',
  ),
  // Spanish and Portuguese
  listed(
    'a aconteceu ahora al algo as até cada com como con cual cuál cuando cuándo cuanto cuánto cómo da das de debe del desde do dos donde dónde e el ele ella ellos em en entre era eran es esa ese eso esta está están este esto estos foi fue ha hace hacer han hasta hay la las le les lo los mais mas me mi mis más muy na nas no nos nosotros nuestra nuestro o ocurrió os ou para pasó pelo pero por porque puede qual quando que quem qué quién se ser si sin sobre son su sucedió sus também te ti tiene todo todos tu también um uma un una unos você y ya yo é são',
  ),
];

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

/** Function words that also occur between keywords: "timeout for idle jobs in CI". */
const JOINING = listed(
  'about after against and at before between by during for from in into of off on or out over per than through to under until up versus vs with',
);
export const joinsWords = (word: string): boolean => JOINING.has(word);
