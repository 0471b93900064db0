const NUMBER = String.raw`(?:\p{N}+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|hundred|thousand|half|a|an)\b)`;

const DURATION = String.raw`${NUMBER}[\s-]?(?:\p{L}+ )?(?:ms|milliseconds?|s|sec|seconds?|min|minutes?|h|hours?|days?|nights?|weeks?|months?|years?)\b`;
const SIZE = String.raw`${NUMBER}[\s-]?(?:[kmgt]i?b?|bytes?|characters?|lines?|rows?|items?|entries|pixels?|people|px)\b`;
const TURNS =
  /\b(?:every|each|daily|nightly|weekly|monthly|hourly|quarterly|yearly|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:once|twice) an?|per (?:hour|day|week|month|year))\b|(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/iu;

/** What a text that answers need not call by its name: "culled after two idle hours" tells the timeout. */
const MEASURES = [
  {
    names:
      'ttl timeout timeouts retention expiry expiration lifetime duration delay period interval window cooldown lockout',
    told: new RegExp(DURATION, 'iu'),
  },
  { names: 'schedule frequency cadence cron interval rotation', told: TURNS },
  { names: 'size capacity memory storage quota', told: new RegExp(SIZE, 'iu') },
  {
    names:
      'limit limits threshold thresholds maximum minimum max min cap ceiling quota budget price cost costs fee fees rate ratio percentage amount count quantity total target targets rps qps',
    told: /(?<![\p{L}\p{N}_.:#/-])\p{N}+(?![\p{N}.:]*[:.]\p{N}+[:.])/u,
  },
].map(({ names, told }) => ({ names: new Set(names.split(' ')), told }));

/** Whether a text tells what a word names the measure of. */
export const tellsMeasure = (word: string, text: string): boolean =>
  MEASURES.some(({ names, told }) => names.has(word) && told.test(text));

/** How well that stands for the word itself. */
export const TOLD = 0.35;
