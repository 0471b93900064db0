/** Every text of a record that somebody wrote. */
export interface MemoryTexts {
  readonly content: string;
  readonly subject: string | null;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
}

type MapText = (text: string, field: string) => string;

export const mapMemoryTexts = (texts: MemoryTexts, map: MapText): MemoryTexts => ({
  content: map(texts.content, 'content'),
  subject: texts.subject === null ? null : map(texts.subject, 'subject'),
  tags: texts.tags.map((tag, index) => map(tag, `tags[${index}]`)),
  aliases: texts.aliases.map((alias, index) => map(alias, `aliases[${index}]`)),
});
