import { MONTHS, WEEKDAYS } from './time-expressions.ts';

/** German, French, Spanish and Portuguese, in the order of the English names. */
export const OTHER_MONTHS = [
  'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
].map((names) => names.split('|'));
const OTHER_WEEKDAYS = [
  'sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag',
  'dimanche|lundi|mardi|mercredi|jeudi|vendredi|samedi',
  'domingo|lunes|martes|miércoles|jueves|viernes|sábado',
].map((names) => names.split('|'));

/** Whole expressions first: their words mean other things alone. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:vorgestern|avant-hier|anteayer|anteontem)(?!\p{L})/giu, 'the day before yesterday'],
  [/(?<!\p{L})(?:gestern|ayer|ontem|hier(?= soir| matin|\s*\?|$))(?!\p{L})/giu, 'yesterday'],
  [/(?<!\p{L})(?:heute|aujourd['’]hui|hoje)(?!\p{L})/giu, 'today'],
  [
    /(?<!\p{L})(?:letzte[rn]? woche|la semaine dernière|la semana pasada|semana passada)(?!\p{L})/giu,
    'last week',
  ],
  [/(?<!\p{L})(?:letzte[nr] monat|le mois dernier|el mes pasado|mês passado)(?!\p{L})/giu, 'last month'],
  [/(?<!\p{L})(?:letzte[sn] jahr|l['’]année dernière|el año pasado|ano passado)(?!\p{L})/giu, 'last year'],
  [/(?<!\p{L})(?:diese woche|cette semaine|esta semana)(?!\p{L})/giu, 'this week'],
  [/(?<!\p{L})(?:diesen monat|ce mois-ci|este mes|este mês)(?!\p{L})/giu, 'this month'],
];

const translated = (word: string, others: readonly (readonly string[])[], english: readonly string[]) => {
  const at = others.map((names) => names.indexOf(word.toLowerCase())).find((index) => index >= 0);
  return english[at ?? -1] ?? word;
};

/** A name of a month counts beside a day, a year, or a preposition of its language: "mars" alone is a planet. */
const MONTH = new RegExp(
  String.raw`(?<!\p{L})(?:(\d{1,2})(?:\.|er|º)? (?:de )?|(?:im|en|em|de|seit|depuis|desde) )(${[...new Set(OTHER_MONTHS.flat())].join('|')})(?!\p{L})(?: (?:de )?(\d{4}))?|(?<!\p{L})(${[...new Set(OTHER_MONTHS.flat())].join('|')}) (?:de )?(\d{4})`,
  'giu',
);
const WEEKDAY = new RegExp(
  String.raw`(?<!\p{L})(?:am|letzten|le|el) (${OTHER_WEEKDAYS.flat().join('|')})(?!\p{L})`,
  'giu',
);

/** The times of a question in English, in which they are parsed. */
export function translateTimes(question: string): string {
  const phrased = PHRASES.reduce((text, [pattern, english]) => text.replace(pattern, english), question);
  return phrased
    .replace(MONTH, (_, day?: string, month?: string, year?: string, alone?: string, itsYear?: string) => {
      const name = translated(month ?? alone ?? '', OTHER_MONTHS, MONTHS);
      const when = [day, name, year ?? itsYear].filter((part) => part !== undefined).join(' ');
      return day === undefined && alone === undefined ? `in ${when}` : when;
    })
    .replace(WEEKDAY, (_, day: string) => `on ${translated(day, OTHER_WEEKDAYS, WEEKDAYS)}`);
}
