import { describe, expect, it } from 'vitest';
import { ThroughlineError } from '../../src/domain/error.ts';
import { OLD, PLACE, partAt } from './client-place.ts';

const hooks = await partAt('hooks');
const server = await partAt('MCP server');
const spell = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function refusal(work: () => unknown): Pick<ThroughlineError, 'code' | 'message' | 'hint'> {
  try {
    work();
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('hooks that are ours already', () => {
  it('with another path are updated in place, without adding duplicates', async () => {
    const old = (await partAt('hooks', OLD)).add('{"model":"opus"}').text;
    const { text, made } = hooks.add(old);
    expect(text).toBe(hooks.add('{"model":"opus"}').text);
    expect(made).toEqual([]);
  });

  it.each([
    'throughline hook claude-code stop',
    'npx -y throughline@0.0.1 hook claude-code stop',
    '"/a b/node" "/c d/throughline/dist/bin.js" hook claude-code stop',
    'C:\\\\Users\\\\x\\\\throughline.cmd hook claude-code stop',
  ])('are known in one line for a shell: %s', (command) => {
    const text = spell({ hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout: 60 }] }] } });
    const { Stop } = JSON.parse(hooks.add(text).text).hooks;
    expect(Stop).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: '/usr/bin/node',
            timeout: 60,
            args: ['/opt/throughline/dist/bin.js', 'hook', 'claude-code', 'stop'],
          },
        ],
      },
    ]);
    expect(JSON.parse(hooks.remove(text, null))).toEqual({});
  });

  it.each([
    'node /x/other/bin.js hook claude-code stop',
    'my-throughline-watcher hook claude-code stop',
    'throughline search hook',
    'echo throughline',
  ])('are not taken for what only looks like them: %s', (command) => {
    const text = spell({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
    expect(JSON.parse(hooks.add(text).text).hooks.Stop).toHaveLength(2);
    expect(hooks.remove(text, null)).toBe(text);
  });

  it('go to and from the form for a project, which names no path', async () => {
    const project = await partAt('hooks', PLACE, 'project');
    const shared = project.add('').text;
    expect(shared).not.toContain('/');
    expect(shared).toContain('"command": "throughline hook claude-code session-start"');
    expect(JSON.parse(hooks.add(shared).text)).toEqual(JSON.parse(hooks.add('').text));
    expect(project.add(hooks.add('').text).text).toBe(shared);
  });

  it('in a group with those of others go alone, and the others stay', () => {
    const other = { type: 'command', command: 'date' };
    const own = { type: 'command', command: 'throughline hook claude-code stop' };
    const text = spell({ hooks: { Stop: [{ matcher: 'x', hooks: [own, other] }] } });
    expect(hooks.remove(text, null)).toBe(
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "matcher": "x",\n        "hooks": [\n          {\n            "type": "command",\n            "command": "date"\n          }\n        ]\n      }\n    ]\n  }\n}\n',
    );
  });

  it('leave no empty object or list behind where nobody knows who made it, and those of others where it is known', () => {
    const text = '{\n  "hooks": {\n    "Stop": []\n  },\n  "model": "opus"\n}\n';
    const { text: after, made } = hooks.add(text);
    expect(hooks.remove(after, null)).toBe('{\n  "model": "opus"\n}\n');
    expect(hooks.remove(after, made)).toBe(text);
  });

  it('keep a comment that a person wrote among them', () => {
    const { text, made } = hooks.add('{"a": 1}');
    const commented = text.replace('"SessionStart"', '// mine\n"SessionStart"');
    expect(hooks.remove(commented, made)).toMatch(/\/\/ mine\n/);
  });

  it('stay in the object that counts when a key occurs twice', () => {
    const text = '{ "hooks": { "Stop": [] }, "hooks": {} }';
    const { text: after } = hooks.add(text);
    expect(after.startsWith('{ "hooks": { "Stop": [] }, "hooks": { "SessionStart"')).toBe(true);
    expect(Object.keys(JSON.parse(after).hooks)).toContain('SessionEnd');
  });
});

describe('a server that is ours already', () => {
  const entry = (value: object) => spell({ mcpServers: { throughline: value } });
  const updated = (value: object) => JSON.parse(server.add(entry(value)).text).mcpServers.throughline;

  it('gets the new path and keeps its environment and flags', () => {
    expect(
      updated({
        command: 'npx',
        args: ['-y', 'throughline@0.0.1', 'mcp', '--home', '/old', '--toolsets', 'session', '--store=/x'],
        env: { A: '1' },
      }),
    ).toEqual({
      command: '/usr/bin/node',
      args: ['/opt/throughline/dist/bin.js', 'mcp', '--toolsets', 'session'],
      env: { A: '1' },
    });
  });

  it('gets flags for the location of the data where that is not the default', async () => {
    const flags = ['--home', '/else where'];
    const place = { ...PLACE, program: { ...PLACE.program, flags } };
    const part = await partAt('MCP server', place);
    const { text } = part.add('');
    expect(JSON.parse(text).mcpServers.throughline.args).toEqual([...PLACE.program.args, 'mcp', ...flags]);
    expect(part.add(text).text).toBe(text);
  });

  it.each([
    { type: 'http', url: 'http://127.0.0.1:4747/mcp' },
    { command: 'docker', args: ['run', 'throughline-image'] },
  ])('is left alone, with a notice, when it is started or reached in another way: %j', (value) => {
    const { text, notice } = server.add(entry(value));
    expect(text).toBe(entry(value));
    expect(notice).toContain('It was not changed');
    expect(server.remove(text, null)).toBe(text);
  });
});

describe('a file that cannot be edited', () => {
  it.each([
    ['{ "a": 1', 'line 1, column 9'],
    ['{\n  "a": 1\n  "b": 2\n}\n', 'line 3, column 3'],
    ['\uFEFF{\r\n  "a": nope\r\n}\r\n', 'line 2, column 8'],
    ['{ "a": "b\n" }', 'line 1, column 8'],
    ['{} {}', 'line 1, column 4'],
    ["{ 'a': 1 }", 'line 1, column 3'],
    ['{ "a": 01 }', 'line 1, column 9'],
    ['{ /* "a": 1 }', 'line 1, column 3'],
  ])('because it is no JSON is refused with its place: %j', (text, place) => {
    for (const part of [hooks, server]) {
      const refused = refusal(() => part.add(text));
      expect(refused.code).toBe('settings_not_json');
      expect(refused.message).toContain(`${part.path} is not JSON: `);
      expect(refused.message).toContain(place);
      expect(refused.hint).toContain('Nothing was changed');
      expect(refusal(() => part.remove(text, null)).code).toBe('settings_not_json');
    }
  });

  it.each(['[]', '"text"', '1', 'null'])('because it holds no object is refused: %s', (text) => {
    expect(refusal(() => hooks.add(text))).toMatchObject({ code: 'settings_wrong_type' });
  });

  it.each([
    [hooks, '{ "hooks": [] }', 'hooks must be an object, and is a list, at line 1, column 12'],
    [hooks, '{ "hooks": null }', 'hooks must be an object'],
    [
      hooks,
      '{\n"hooks": { "Stop": {} } }',
      'hooks.Stop must be a list, and is of type object, at line 2, column 20',
    ],
    [server, '{ "mcpServers": "x" }', 'mcpServers must be an object'],
    [server, '{ "mcpServers": { "throughline": true } }', 'mcpServers.throughline must be an object'],
  ] as const)('because a key is of another type is refused: %#', (part, text, words) => {
    expect(refusal(() => part.add(text))).toMatchObject({
      code: 'settings_wrong_type',
      message: expect.stringContaining(words),
    });
    expect(part.remove(text, null)).toBe(text);
  });

  it('is refused with a message if it is nested too deeply', () => {
    const text = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(refusal(() => hooks.add(text))).toMatchObject({ code: 'settings_too_deep' });
  });
});
