const QUOTATION =
  /(?<![^\s(:：,*_[])(?:"(?=\S)([^"]{2,600}?)"(?![A-Za-z0-9])|'(?=\S)((?:[^'\n]|'(?=[a-z])){2,300}?)'(?![A-Za-z0-9]))|[“„]([^“”„]{2,600})[”“]|«([^«»]{2,600})»|「([^「」]{2,600})」|‘((?:[^‘’\n]|’(?=[a-z])){2,300})’(?![a-z])|`([^`\n]{2,300})`/g;
const HIDDEN = /\ue000(\d+)\ue001/g;

export interface WithoutQuotations {
  readonly text: string;
  /** Any part of that text with its quotations in it again. */
  readonly restore: (part: string) => string;
}

/** Quotations are whole and nobody's own words: they neither end a sentence nor say anything by themselves. */
export function hideQuotations(text: string): WithoutQuotations {
  const hidden: string[] = [];
  return {
    text: text.replace(QUOTATION, (whole: string) => {
      hidden.push(whole.slice(1, -1));
      return `${whole.charAt(0)}\ue000${hidden.length - 1}\ue001${whole.slice(-1)}`;
    }),
    restore: (part) => part.replace(HIDDEN, (mark, at: string) => hidden[Number(at)] ?? mark),
  };
}
