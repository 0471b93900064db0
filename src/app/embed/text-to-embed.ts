import type { ThroughlineRecord } from '../../domain/record/record.ts';

const LONGEST_CONTENT = 2_000;

/** What of a record its vector is made of: enough to tell what it is about, and within what small models take. */
export function textToEmbed({
  subject,
  content,
  tags,
  aliases,
}: Pick<ThroughlineRecord, 'subject' | 'content' | 'tags' | 'aliases'>): string {
  const said = content.slice(0, LONGEST_CONTENT).toWellFormed();
  return [subject ?? '', said, tags.join(', '), aliases.join(', ')].filter((part) => part !== '').join('\n');
}
