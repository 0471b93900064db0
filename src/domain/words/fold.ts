const DIACRITICS = /[\u0300-\u036f]/gu;
const ASCII = /^[\0-\x7f]*$/;

/** Case and accents do not tell words apart. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(DIACRITICS, '').normalize('NFC');
}
