import {
  type ClientHooks,
  type HookEvent,
  type HookEventName,
  type HookProtocol,
  START_SOURCES,
  type StartSource,
} from '../../app/ports/client-adapter.ts';
import { contextOutput, isWholeJson, type JsonPayload, parsePayload } from './json-payload.ts';

/** How the payloads of one client differ from those of the others. */
export interface PayloadShape {
  readonly render?: HookProtocol['render'];
  /** The names of fields. */
  readonly id?: string;
  readonly lastWords?: string;
  /** null: the client's transcripts are not read. */
  readonly transcript?: string | null;
  /** Values of `source` that are not ours. */
  readonly sources?: Readonly<Record<string, StartSource>>;
  readonly folderIn?: (payload: JsonPayload) => string | null;
  readonly isIgnored?: (name: HookEventName, payload: JsonPayload) => boolean;
}

function sourceIn(payload: JsonPayload, sources: PayloadShape['sources'] = {}): StartSource {
  const given = payload.text('source') ?? '';
  const named = Object.hasOwn(sources, given) ? sources[given] : undefined;
  return named ?? START_SOURCES.find((known) => known === given) ?? 'startup';
}

const noteIn = (payload: JsonPayload): string | null =>
  [payload.text('trigger'), payload.text('custom_instructions')].filter((part) => part !== null).join(': ') ||
  null;

/** A field that the client does not send is null; its transcript may have it. */
function eventIn(
  name: HookEventName,
  payload: JsonPayload,
  { lastWords = 'last_assistant_message', sources }: Pick<PayloadShape, 'lastWords' | 'sources'>,
): HookEvent {
  switch (name) {
    case 'session-start':
      return { name, source: sourceIn(payload, sources) };
    case 'prompt':
      return { name };
    case 'stop':
      return { name, lastWords: payload.text(lastWords) };
    case 'pre-compact':
      return { name, note: noteIn(payload) };
    case 'post-compact':
      return { name, summary: payload.text('compact_summary') };
    case 'session-end':
      return { name, why: payload.text('reason') };
  }
}

/** The protocol of a client whose hooks get one JSON object. Events that the client does not have are ignored. */
export const jsonProtocol = (
  events: ClientHooks['events'],
  {
    render = contextOutput,
    id = 'session_id',
    lastWords,
    sources,
    transcript = 'transcript_path',
    folderIn = (payload) => payload.text('cwd'),
    isIgnored = () => false,
  }: PayloadShape,
): HookProtocol => ({
  isWhole: isWholeJson,
  parse(name, input) {
    const payload = parsePayload(input);
    if (isIgnored(name, payload)) return null;
    const clientSessionId = payload.id(id);
    if (!Object.values(events).includes(name)) return null;
    return {
      event: eventIn(name, payload, { lastWords, sources }),
      clientSessionId,
      folder: folderIn(payload),
      transcriptPath: transcript === null ? null : payload.text(transcript),
    };
  },
  render,
});
