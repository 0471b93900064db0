import type { AdapterExample, Payload } from './clauses/adapter-example.ts';
import { TEXTS } from './settings-texts.ts';

const PROJECT = '/home/ada/lantern';
const ID = 'ses_e16c25d8cffe11ApJUMtdx9TpK';

const payload = (event: Payload['means']['event'], fields: object = {}): Payload => ({
  input: JSON.stringify({ sessionID: ID, directory: PROJECT, ...fields }),
  means: { event, clientSessionId: ID, folder: PROJECT, transcriptPath: null },
});

const time = { created: 1794914494170 };
const line = (role: string, facts: object) => JSON.stringify({ role, time, ...facts });
const person = (text: string) => line('user', { part: { type: 'text', text } });
const agent = (text: string) => line('assistant', { part: { type: 'text', text, time: { start: 1 } } });
const call = {
  tool: 'read',
  callID: 'call_1',
  input: { filePath: 'a.ts' },
  cwd: PROJECT,
  time: { start: 2 },
};
const state = {
  status: 'completed',
  input: { filePath: 'a.ts' },
  output: 'x',
  metadata: {},
  time: { end: 3 },
};
const firstTurn = [
  JSON.stringify({ cwd: PROJECT }),
  person('Release the lock'),
  line('assistant', { call }),
  line('assistant', { result: { tool: 'read', callID: 'call_1', state } }),
  agent('Released.'),
];
const secondTurn = [
  person('And test it'),
  line('user', { part: { type: 'text', synthetic: true, text: 'Continue if you have next steps' } }),
  agent('All tests pass.'),
];
const fileOf = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('');

/** Settings files of the person, and no plugin of theirs under our name. */
export const opencodeExample: AdapterExample = {
  hooks: {
    payloads: {
      'session-start': payload({ name: 'session-start', source: 'resume' }, { source: 'resume' }),
      prompt: payload({ name: 'prompt' }),
      stop: payload({ name: 'stop', lastWords: 'Done.' }, { lastWords: 'Done.' }),
      'pre-compact': payload({ name: 'pre-compact', note: null }),
      'post-compact': payload(
        { name: 'post-compact', summary: 'We released the lock.' },
        { summary: 'We released the lock.' },
      ),
      'session-end': payload({ name: 'session-end', why: null }),
    },
    readContext: (_, output) => output,
  },
  transcript: {
    file: fileOf([...firstTurn, ...secondTurn]),
    fileWithUnknown: fileOf([
      '{"of":"tomorrow"}',
      ...firstTurn,
      'half a li',
      line('assistant', { part: { type: 'of-tomorrow', text: 'x' } }),
      '{"role":"user","part":7}',
      '',
      ...secondTurn,
    ]),
    pauseAt: fileOf(firstTurn).length,
    texts: ['Release the lock', 'Released.', 'And test it', 'All tests pass.'],
    folder: PROJECT,
    isBelowRoot: '.local/share/opencode',
    named: { path: `opencode.db#${ID}`, sessionId: ID },
  },
  settings: { '.json': TEXTS, '.js': { nothing: '' } },
};
