import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { JsonObject } from '../../lib/json-depth.ts';
import { lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { entry, objectOf, objectsIn, parseObject, stringOf } from '../shared/transcript-json.ts';

/** What the person typed is in such blocks. Around them the client puts images, files and rules. */
const QUERY = /<user_query>([\s\S]*?)(?:<\/user_query>|$)/g;

function typedText(text: string): string {
  const queries = [...text.matchAll(QUERY)].map(([, query = '']) => stripInjected(query));
  return queries.length > 0 ? queries.filter((query) => query !== '').join('\n') : stripInjected(text);
}

const textOf = (message: JsonObject): string =>
  objectsIn(message.content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => stringOf(text))
    .join('\n');

/** The client writes neither times nor a folder nor results of tools. A call without a result says nothing about what was done. */
export const parseLine: ParseLine = (text, line): readonly TranscriptEntry[] => {
  const { role, message } = parseObject(text);
  const place = { line, at: null };
  const said = textOf(objectOf(message));
  if (role === 'user') return entry.text(place, 'request', typedText(said));
  return role === 'assistant' ? entry.text(place, 'reply', said.trim()) : [];
};

export const transcriptFormat = lineFormat({ parserFor: () => parseLine, folderOf: async () => null });
