import type { HookEvent } from '../../../src/app/ports/client-adapter.ts';
import type { AdapterExample, Payload } from '../clauses/adapter-example.ts';

const ROOM = '/home/ada/lantern';
const LOG = '/home/ada/.quill/talks/7.talk';

const payload = (event: HookEvent, ...more: readonly string[]): Payload => ({
  input: ['talk: 7', `room: ${ROOM}`, `log: ${LOG}`, ...more, ''].join('\n'),
  means: { event, clientSessionId: '7', folder: ROOM, transcriptPath: LOG },
});

const FIRST = `# room ${ROOM}\n> Release the lock\n< Released.\n`;

export const QUILL_SPECIMEN: AdapterExample = {
  environment: {
    env: { QUILL_ROOM: ROOM },
    means: { projectDir: ROOM, sessionId: null, processId: null },
  },
  call: { meta: { 'quill/talk': '7' }, sessionId: '7' },
  hooks: {
    payloads: {
      'session-start': payload({ name: 'session-start', source: 'resume' }, 'how: again'),
      prompt: payload({ name: 'prompt' }),
      stop: payload({ name: 'stop', lastWords: 'Done.' }, 'reply: Done.'),
      'pre-compact': payload({ name: 'pre-compact', note: 'full' }, 'because: full'),
      'post-compact': payload({ name: 'post-compact', summary: 'Lock released.' }, 'gist: Lock released.'),
      'session-end': payload({ name: 'session-end', why: null }),
    },
    readContext(_, output) {
      const [, report] = /^QUILL CONTEXT\n([\s\S]*)\nEND$/.exec(output) ?? [];
      if (report === undefined) throw new Error('no context of Quill');
      return report;
    },
  },
  transcript: {
    file: `${FIRST}> And test it\n< All tests pass.\n`,
    fileWithUnknown: `${FIRST}~ a kind of tomorrow\n\n{"json":true}\n> And test it\n< All tests pass.\n>\n`,
    pauseAt: FIRST.length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: ROOM,
    isBelowRoot: '.quill/talks',
    named: { path: '7.talk', sessionId: '7' },
  },
  settings: {
    '': {
      'nothing at all': '',
      'hooks of others': 'talk.opened = echo hi\n',
      'no newline at the end': 'colour = blue',
    },
  },
};
