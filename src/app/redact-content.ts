import type { Redactor } from './ports/system.ts';

export type RedactionCounts = Readonly<Record<string, number>>;

type MapTexts<Content> = (content: Content, map: (text: string, field: string) => string) => Content;

export function sumRedactions(...all: readonly RedactionCounts[]): RedactionCounts {
  const sum: Record<string, number> = {};
  for (const found of all) {
    for (const [kind, count] of Object.entries(found)) sum[kind] = (sum[kind] ?? 0) + count;
  }
  return sum;
}

export async function redactContent<Content>(
  redactor: Redactor,
  content: Content,
  mapTexts: MapTexts<Content>,
): Promise<{ content: Content; found: RedactionCounts }> {
  const texts: string[] = [];
  mapTexts(content, (text) => {
    texts.push(text);
    return text;
  });
  if (texts.length === 0) return { content, found: {} };
  const redactions = await redactor.redact(texts);
  let index = 0;
  const clean = mapTexts(content, (text) => redactions[index++]?.text ?? text);
  return { content: clean, found: sumRedactions(...redactions.map(({ found }) => found)) };
}

type Texts = Readonly<Record<string, string | null>>;

const mapRecord: MapTexts<Texts> = (texts, map) =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, text === null ? null : map(text, field)]),
  );

export async function redactTexts<Names extends Texts>(redactor: Redactor, texts: Names) {
  const { content, found } = await redactContent<Texts>(redactor, texts, mapRecord);
  return { content: content as Names, found };
}
