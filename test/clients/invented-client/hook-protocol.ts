import type {
  HookEvent,
  HookEventName,
  HookProtocol,
  StartSource,
} from '../../../src/app/ports/client-adapter.ts';
import { invalid } from '../../../src/domain/error.ts';

/** `key: value`, one on each line. */
const FIELD = /^([a-z]+): (.+)$/;

const SOURCES: Readonly<Record<string, StartSource>> = { new: 'startup', again: 'resume', wiped: 'clear' };

type Fields = ReadonlyMap<string, string>;

const fieldsIn = (input: string): Fields =>
  new Map(
    input.split('\n').flatMap((line) => {
      const [, key, value] = FIELD.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value.toWellFormed()] as const];
    }),
  );

function eventIn(name: HookEventName, fields: Fields): HookEvent {
  switch (name) {
    case 'session-start':
      return { name, source: SOURCES[fields.get('how') ?? ''] ?? 'startup' };
    case 'prompt':
      return { name };
    case 'stop':
      return { name, lastWords: fields.get('reply') ?? null };
    case 'pre-compact':
      return { name, note: fields.get('because') ?? null };
    case 'post-compact':
      return { name, summary: fields.get('gist') ?? null };
    case 'session-end':
      return { name, why: fields.get('because') ?? null };
  }
}

export const protocol: HookProtocol = {
  parse(name, input) {
    const fields = fieldsIn(input);
    const clientSessionId = fields.get('talk');
    if (clientSessionId === undefined)
      throw invalid('hook_input_invalid', 'The event names no talk.', 'Nothing was written.');
    return {
      event: eventIn(name, fields),
      clientSessionId,
      folder: fields.get('room') ?? null,
      transcriptPath: fields.get('log') ?? null,
    };
  },
  render: (_, report) => `QUILL CONTEXT\n${report}\nEND`,
};
