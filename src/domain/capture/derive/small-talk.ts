const COURTESY =
  /^(?:(?:ok(?:ay)?|great|nice|thanks|thank you|sure|gern|alles klar|vale|de acuerdo|d'accord)[\s,.!]+)*(?:bye|good ?bye|see you|good ?night|enjoy|have (?:a|fun)|you['’]re welcome|no problem|anytime|any time|happy to (?:help|have)|glad (?:it|i|that|to)|good luck|talk (?:soon|to you)|take care|cheers|tschüss|bis (?:bald|dann|morgen|später|montag)|gern(?:e)?(?: geschehen)?|schöne[ns]|viel (?:spaß|erfolg)|de nada|hasta|adiós|que (?:tengas|te vaya)|buen|de rien|à (?:bientôt|demain|plus)|au revoir|bonne|por nada|até|tchau|prego|buona|ciao|пожалуйста|до свидания|до завтра|удачи|хороших)(?!\p{L})|^(?:どういたしまして|お疲れ|おやすみ|よい|良い|また|不客气|再见|拜拜|祝|천만에|안녕히|수고)/iu;
const SENTENCE = /[^.!?。！？]+[.!?。！？]*/gu;
const MAX_LENGTH = 120;

/** A message of courtesies, which says nothing about the work. */
export const isSmallTalk = (text: string): boolean => {
  const sentences = (text.match(SENTENCE) ?? [])
    .map((one) => one.replace(/^[^\p{L}]+/u, ''))
    .filter((one) => one !== '');
  return (
    text.length <= MAX_LENGTH &&
    sentences.length > 0 &&
    !/[`\d?？]/.test(text) &&
    sentences.every((sentence) => COURTESY.test(sentence))
  );
};
