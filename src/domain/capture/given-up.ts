import { sentencesOf } from './question.ts';
import { lowered, NEGATIVE, wordsOf } from './standing-rules.ts';

/** What somebody gives up, by its name: "nada de X", "drop X", "X 말고". */
const GIVES_UP =
  /(?<!\p{L})(?:nada de|sac[aá]|quit[aá]|weg mit|raus mit|rip out|drop|scrap|ditch|get rid of|give up on|(?:wir )?verwerfen|abandonne\p{L}*)\s+(?:the |la |el |los |las |die |das |den |le )?([\p{L}\p{N}_.-]{3,})|([\p{L}\p{N}_.-]{2,}?)(?:은|는|을|를)? ?(?:버리|말고|빼고)|([\p{L}\p{N}_.-]{2,}?)(?:は|を)?(?:やめ|捨て|諦め)|(?:放弃|不用|别用|弃用)\s?([\p{L}\p{N}_.-]{2,})/gu;
/** Whether a message gives something up. */
export const givesUp = (message: string): boolean => lowered(message).search(GIVES_UP) >= 0;

const MAX_GIVEN_UP = 100;

/** A message without its short sentences that ask for something which a later message gives up by its name. */
export function withoutGivenUp(message: string, later: readonly string[]): string {
  const names = later.flatMap((text) =>
    [...lowered(text).matchAll(GIVES_UP)].flatMap((found) => [...wordsOf(found.slice(1).join(' '))]),
  );
  if (names.length === 0) return message;
  const isGivenUp = (sentence: string) => {
    const words = lowered(sentence);
    const own = wordsOf(sentence);
    return sentence.length <= MAX_GIVEN_UP && !NEGATIVE.test(words) && names.some((name) => own.has(name));
  };
  const left = message
    .split('\n')
    .map((line) =>
      sentencesOf(line)
        .filter((sentence) => !isGivenUp(sentence))
        .join(''),
    )
    .join('\n');
  return left.length === message.length ? message : left.trim();
}

const WITHDRAWS =
  /^(?:(?:please|sorry|oops|ok(?:ay)?|bitte|perdón|por favor)[\s,.!]+)*(?:ignore|disregard|forget|discard) (?:the |my |that )?(?:last|previous|prior|above|earlier) (?:message|one|comment|prompt|paste|request)(?=\s*(?:$|[.,;:!\n—–-])|\s+(?:and|please|that|i)(?!\p{L}))|^(?:bitte )?ignorier\p{L}* (?:bitte )?(?:die|meine) (?:letzte|vorige) nachricht|^(?:por favor )?ignora (?:el|mi) (?:último|anterior) mensaje|^(?:前|直前|さっき)のメッセージは?無視|^(?:请)?忽略(?:上|前)一?条|^이전 메시지는? 무시/u;

/** Whether a message withdraws the one before it. */
export const withdrawsMessage = (message: string): boolean => WITHDRAWS.test(lowered(message).trim());
