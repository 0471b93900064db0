import { cues } from './pattern.ts';

/** What is asked is not stated. */
export const IS_ASKED = /[?？]["'”)]*$|か[。.]?$|吗[。.]?$/;

/** Nor is what is supposed. */
export const IS_SUPPOSED = cues({
  openings: [
    '(?:if|whether|unless|once|until|suppose|assuming|maybe|perhaps|should|shall|could|would|can|do|does|did|have|has|had|is|are|was|were|what|why|how|when|which)<E>',
    '(?:falls|wenn|ob|vielleicht|soll|sollte|si|peut-être|quizás?|tal vez|se|talvez|forse|als|misschien|если|может)<E>',
    'もし|如果|也许',
  ],
});

/** In front of a cue, these turn it round, up to the next comma. */
export const TURNED_ROUND = cues({
  words: [
    '(?:if|whether|unless|until|once|before|suppose|assuming|could|would|might|should|may|not|never|nobody)<E>[^,;:]*$',
    '(?:falls|wenn|ob|sobald|si|quand|se|als|если)<E>[^,;:]*$',
  ],
});

export const UNSURE = cues({
  words: [
    'might|could be|may be|maybe|perhaps|probably|likely|possibly|suspect|suspicion|i think|guess|seems',
    'vielleicht|wahrscheinlich|vermutlich|peut-être|sans doute|quizás?|probablemente|talvez|forse|misschien|waarschijnlijk|может быть|наверное',
  ],
  parts: ['かもしれ', '可能'],
});

/** Acknowledgements ask for nothing. */
export const SLIGHT_WORDS = new Set(
  (
    'thanks thank you very much a lot ok okay k yes yep yeah no great nice perfect cool awesome good fine super proceed continue go on ahead please sure done right ' +
    'danke ja nein gut prima toll weiter bitte mach merci oui non parfait gracias sí si vale perfecto obrigado obrigada sim beleza grazie sì bene perfetto bedankt dank goed ' +
    'ありがとう ありがとうございます はい お願いします 了解 谢谢 好的 好 继续 嗯 спасибо да хорошо продолжай hi hello hey hallo salut hola'
  ).split(' '),
);
