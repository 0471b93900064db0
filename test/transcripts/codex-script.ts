import { type Instant, plusMs } from '../../src/domain/instant.ts';

const FOLDER = '/home/ada/lantern';
const SESSION = '01a1e907-1d6f-7963-bf8b-7d519eed4192';

interface Setting {
  /** How the client that wrote it reports what a person typed. */
  readonly era?: 'current' | 'older';
  readonly source?: unknown;
  /** More fields of the first line. */
  readonly meta?: object;
  readonly startedAt?: Instant;
  /** From one line to the next. */
  readonly stepMs?: number;
}

/** Writes rollouts line by line in the shape Codex 0.166 was recorded to write them, or as clients before did. */
export function codexScript({
  era = 'current',
  source = 'cli',
  meta = {},
  startedAt = '2026-11-17T10:22:00.000Z',
  stepMs = 1_000,
}: Setting = {}) {
  const lines: string[] = [];
  let ordinal = 0;
  let at = startedAt;
  const put = (type: string, payload: object) => {
    lines.push(JSON.stringify({ timestamp: at, ordinal: ordinal++, type, payload }));
    at = plusMs(at, stepMs);
    return script;
  };
  const item = (payload: object) => put('response_item', payload);
  const event = (type: string, facts: object = {}) => put('event_msg', { type, ...facts });
  const message = (role: string, text: string) =>
    item({
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    });
  let calls = 0;
  const call = (name: string, args: object, output: unknown) => {
    const call_id = `call_${++calls}`;
    item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id });
    return output === undefined ? script : item({ type: 'function_call_output', call_id, output });
  };
  const header = (state: string, output: string) =>
    `Chunk ID: e6a31e\nWall time: 0.1000 seconds\n${state}\nOriginal token count: 13\nOutput:\n${output}`;
  const script = {
    /** Everything that the client puts before the first prompt. */
    opening: () => {
      put('session_meta', {
        id: SESSION,
        timestamp: at,
        cwd: FOLDER,
        source,
        ...meta,
        base_instructions: { text: 'You are a coding agent.' },
      });
      event('task_started', { model_context_window: 258_400 });
      message('developer', '<permissions instructions>\nNever push.\n</permissions instructions>');
      message(
        'user',
        '# AGENTS.md instructions for /home/ada/lantern\n\n<INSTRUCTIONS>\nNever use tabs.\n</INSTRUCTIONS>',
      );
      return message('user', `<environment_context>\n  <cwd>${FOLDER}</cwd>\n</environment_context>`);
    },
    person(text: string) {
      message('user', text);
      return era === 'older'
        ? event('user_message', { message: text, images: [] })
        : event('item_completed', { item: { type: 'UserMessage', content: [{ type: 'text', text }] } });
    },
    /** A message in the role of the user that no event reports: the client's own. */
    inserted: (text: string) => message('user', text),
    agent(text: string) {
      event('agent_message', { message: text });
      return message('assistant', text);
    },
    exec: (cmd: string, output = '', exitCode = 0) =>
      call('exec_command', { cmd, workdir: FOLDER }, header(`Process exited with code ${exitCode}`, output)),
    /** A command that outlives the first wait. */
    execSlowly(cmd: string, output: string, exitCode = 0) {
      call('exec_command', { cmd, workdir: FOLDER }, header('Process running with session ID 77', ''));
      return call(
        'write_stdin',
        { session_id: 77, chars: '' },
        header(`Process exited with code ${exitCode}`, output),
      );
    },
    /** The same, with only its beginning: the result comes later. */
    execBegins: (cmd: string) =>
      call('exec_command', { cmd, workdir: FOLDER }, header('Process running with session ID 77', '')),
    /** Waits for the command that was begun. */
    waits: (output: string, exitCode: number) =>
      call(
        'write_stdin',
        { session_id: 77, chars: '' },
        header(`Process exited with code ${exitCode}`, output),
      ),
    /** What the client reports when the command that was begun ends. */
    ends: (aggregated_output: string, exit_code: number) =>
      event('exec_command_end', { call_id: 'call_1', process_id: '77', aggregated_output, exit_code }),
    execHangs: (cmd: string) => call('exec_command', { cmd, workdir: FOLDER }, undefined),
    shell: (command: readonly string[], output: string, exit_code = 0) =>
      call('shell', { command }, JSON.stringify({ output, metadata: { exit_code, duration_seconds: 0.1 } })),
    patch(files: readonly (readonly ['Add' | 'Update' | 'Delete', string])[], isApplied = true) {
      const call_id = `call_${++calls}`;
      const steps = files.map(([step, path]) => `*** ${step} File: ${path}\n@@\n-a\n+b\n`);
      item({
        type: 'custom_tool_call',
        name: 'apply_patch',
        call_id,
        input: `*** Begin Patch\n${steps.join('')}*** End Patch`,
      });
      const output = isApplied
        ? JSON.stringify({
            output: `Success. Updated the following files:\n${files.map(([step, path]) => `${step[0]} ${path}`).join('\n')}\n`,
            metadata: { exit_code: 0 },
          })
        : `apply_patch verification failed: Failed to find expected lines in ${files[0]?.[1]}`;
      return item({ type: 'custom_tool_call_output', call_id, output });
    },
    plan: (...steps: readonly (readonly ['pending' | 'in_progress' | 'completed', string])[]) =>
      call('update_plan', { plan: steps.map(([status, step]) => ({ step, status })) }, 'Plan updated'),
    mcp(tool: string, output: string) {
      const call_id = `call_${++calls}`;
      item({ type: 'function_call', name: tool, namespace: 'mcp__throughline', arguments: '{}', call_id });
      return item({ type: 'function_call_output', call_id, output: [{ type: 'input_text', text: output }] });
    },
    interrupted() {
      message('user', '<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>');
      return event('turn_aborted', { reason: 'interrupted' });
    },
    fails: (text: string) => event('error', { message: text }),
    compacted: (text: string) => put('compacted', { message: text, replacement_history: [] }),
    raw(line: string) {
      lines.push(line);
      return script;
    },
    lines: (): readonly string[] => lines,
  };
  return script;
}
