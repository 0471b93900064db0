import { DAY_MS, type Instant, MINUTE_MS, plusMs } from '../../src/domain/instant.ts';

/** Writes transcripts line by line in the shape Claude Code 2.1.325 was recorded to write them. */
export interface ClaudeScript {
  /** What the person typed. */
  person(text: string, block?: 'string' | 'array'): ClaudeScript;
  /** What the person typed while the agent was working. */
  queued(text: string): ClaudeScript;
  agent(text: string): ClaudeScript;
  thinking(text: string): ClaudeScript;
  read(path: string, content?: string): ClaudeScript;
  write(path: string, content?: string): ClaudeScript;
  edit(path: string): ClaudeScript;
  editFails(path: string, why?: string): ClaudeScript;
  notebook(path: string): ClaudeScript;
  grep(pattern: string, output?: string): ClaudeScript;
  bash(command: string, output?: string, exitCode?: number): ClaudeScript;
  /** A command that was sent off and whose end is not in the file. */
  bashHangs(command: string): ClaudeScript;
  refused(command: string, said?: string): ClaudeScript;
  mcp(tool: string, input: object, output: string, isError?: boolean): ClaudeScript;
  subagent(description: string, report: string): ClaudeScript;
  /** As clients before 2.1 wrote it: the subagent's own lines between the session's. */
  inlineSubagent(prompt: string, play: (sub: ClaudeScript) => void): ClaudeScript;
  todos(...todos: readonly (readonly ['done' | 'doing' | 'open', string])[]): ClaudeScript;
  task(id: number, subject: string): ClaudeScript;
  taskIs(id: number, status: 'pending' | 'in_progress' | 'completed' | 'deleted'): ClaudeScript;
  asks(question: string, answer: string): ClaudeScript;
  /** A plan shown to the person, who lets it pass or not. */
  plan(text: string, isApproved?: boolean): ClaudeScript;
  interrupted(forTool?: boolean): ClaudeScript;
  slash(name: string, args?: string, output?: string): ClaudeScript;
  hookContext(event: string, text: string): ClaudeScript;
  meta(text: string): ClaudeScript;
  compacted(summary: string, trigger?: 'manual' | 'auto'): ClaudeScript;
  apiError(text: string): ClaudeScript;
  turnEnds(): ClaudeScript;
  /** Lets time pass. */
  later(minutes: number): ClaudeScript;
  cd(folder: string): ClaudeScript;
  raw(line: string): ClaudeScript;
  lines(): readonly string[];
  /** The file as it lies on disk; `cut` bytes are missing at its end. */
  file(options?: { readonly eol?: string; readonly cut?: number }): Buffer;
}

export interface Setting {
  readonly cwd?: string;
  readonly startedAt?: Instant;
  readonly branch?: string;
}

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ";
const WAIT = 'STOP what you are doing and wait for the user to tell you how to proceed.';
const SAID = 'To tell you how to proceed, the user said:\n';
const TODO_STATES = { done: 'completed', doing: 'in_progress', open: 'pending' } as const;

export function claudeScript({
  cwd = '/home/ada/lantern',
  startedAt = '2026-11-16T09:00:00.000Z',
  branch = 'main',
}: Setting = {}): ClaudeScript {
  const lines: string[] = [];
  let at = startedAt;
  let count = 0;
  let folder = cwd;
  let isSidechain = false;
  let messages = 0;
  const uuid = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;

  const put = (line: object) => {
    at = plusMs(at, 4_000);
    lines.push(
      JSON.stringify({
        parentUuid: count === 0 ? null : `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
        isSidechain,
        ...(isSidechain ? { agentId: 'a32afa393754b80ae' } : {}),
        ...line,
        uuid: uuid(),
        timestamp: at,
        userType: 'external',
        entrypoint: 'cli',
        cwd: folder,
        sessionId: '29c68fd4-4d38-4f6f-bfee-0bec4a6c77f0',
        version: '2.1.325',
        gitBranch: branch,
      }),
    );
    return script;
  };
  const user = (content: unknown, more: object = {}) =>
    put({ promptId: 'p', type: 'user', message: { role: 'user', content }, ...more });
  const typed = { permissionMode: 'default', origin: { kind: 'human' }, promptSource: 'typed' };
  const says = (block: object, stop: 'tool_use' | 'end_turn') =>
    put({
      message: {
        id: `msg_${++messages}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [block],
        stop_reason: stop,
        stop_sequence: null,
        usage: { input_tokens: 20, output_tokens: 10 },
      },
      apiBlockIndex: 0,
      type: 'assistant',
      madeBy: 'model',
    });
  const result = (id: string, content: unknown, toolUseResult: unknown, isError?: boolean) =>
    user(
      [
        {
          tool_use_id: id,
          type: 'tool_result',
          content,
          ...(isError === undefined ? {} : { is_error: isError }),
        },
      ],
      { toolUseResult, sourceToolAssistantUUID: 'u' },
    );
  const call = (name: string, input: object) => {
    const id = `toolu_${count}_0`;
    says({ type: 'tool_use', id, name, input }, 'tool_use');
    return id;
  };
  const full = (path: string) => (/^(?:\/|[A-Za-z]:)/.test(path) ? path : `${cwd}/${path}`);
  const fails = (id: string, text: string) => result(id, text, `Error: ${text}`, true);

  const script: ClaudeScript = {
    person: (text, block = 'string') => user(block === 'string' ? text : [{ type: 'text', text }], typed),
    queued(text) {
      lines.push(
        JSON.stringify({ type: 'queue-operation', operation: 'enqueue', timestamp: at, content: text }),
      );
      return put({
        attachment: {
          type: 'queued_command',
          prompt: text,
          commandMode: 'prompt',
          origin: { kind: 'human' },
        },
        type: 'attachment',
      });
    },
    agent: (text) => says({ type: 'text', text }, 'end_turn'),
    thinking: (text) => says({ type: 'thinking', thinking: text, signature: 'c2ln' }, 'tool_use'),
    read(path, content = 'x\n') {
      const id = call('Read', { file_path: full(path) });
      return result(id, `1\t${content}`, { type: 'text', file: { filePath: full(path), content } });
    },
    write(path, content = 'x\n') {
      const id = call('Write', { file_path: full(path), content });
      const reply = `File created successfully at: ${full(path)}`;
      return result(id, reply, { type: 'create', filePath: full(path), content, originalFile: null });
    },
    edit(path) {
      const id = call('Edit', {
        file_path: full(path),
        old_string: 'a',
        new_string: 'b',
        replace_all: false,
      });
      const reply = `The file ${full(path)} has been updated successfully.`;
      return result(id, reply, { filePath: full(path), oldString: 'a', newString: 'b', originalFile: 'a\n' });
    },
    editFails(path, why = 'String to replace not found in file.\nString: a') {
      const id = call('Edit', {
        file_path: full(path),
        old_string: 'a',
        new_string: 'b',
        replace_all: false,
      });
      return result(id, `<tool_use_error>${why}</tool_use_error>`, `Error: ${why}`, true);
    },
    notebook(path) {
      const id = call('NotebookEdit', { notebook_path: full(path), new_source: 'x', cell_id: 'c1' });
      return result(id, 'Updated cell c1 with x', { notebook_path: full(path) });
    },
    grep(pattern, output = 'No matches found') {
      const id = call('Grep', { pattern, output_mode: 'content' });
      return result(id, output, { mode: 'content', content: output });
    },
    bash(command, output = '', exitCode = 0) {
      const id = call('Bash', { command, description: 'Run it' });
      if (exitCode !== 0) return fails(id, `Exit code ${exitCode}${output === '' ? '' : `\n${output}`}`);
      return result(id, output, { stdout: output, stderr: '', interrupted: false, isImage: false }, false);
    },
    bashHangs(command) {
      call('Bash', { command, description: 'Run it' });
      return script;
    },
    refused(command, said) {
      const id = call('Bash', { command, description: 'Run it' });
      fails(id, said === undefined ? REFUSED + WAIT : REFUSED + SAID + said);
      return said === undefined ? script.interrupted(true) : script;
    },
    mcp(tool, input, output, isError) {
      const id = call(tool, input);
      return result(id, [{ type: 'text', text: output }], [{ type: 'text', text: output }], isError);
    },
    subagent(description, report) {
      const id = call('Agent', { description, prompt: description, subagent_type: 'general-purpose' });
      const text = `[Subagent hand-back] The text below is the final report of a subagent. The report follows:\n  ${report}`;
      return result(id, [{ type: 'text', text }], { status: 'completed', agentId: 'a32afa393754b80ae' });
    },
    inlineSubagent(prompt, play) {
      isSidechain = true;
      user(prompt);
      play(script);
      isSidechain = false;
      return script;
    },
    todos(...todos) {
      const list = todos.map(([state, content]) => ({
        content,
        status: TODO_STATES[state],
        activeForm: content,
      }));
      const id = call('TodoWrite', { todos: list });
      return result(id, 'Todos have been modified successfully.', { oldTodos: [], newTodos: list });
    },
    task(id, subject) {
      const callId = call('TaskCreate', { subject, description: subject, activeForm: subject });
      const task = { id: String(id), subject, description: subject };
      return result(callId, `Task #${id} created successfully: ${subject}`, { task });
    },
    taskIs(id, status) {
      const callId = call('TaskUpdate', { taskId: String(id), status });
      return result(callId, `Updated task #${id} status`, { success: true, taskId: String(id) });
    },
    asks(question, answer) {
      const id = call('AskUserQuestion', { questions: [{ question, header: 'Choice', options: [] }] });
      const reply = `User has answered your questions: "${question}"="${answer}". You can now continue with the user's answers in mind.`;
      return result(id, reply, { questions: [{ question }], answers: { [question]: answer } });
    },
    plan(text, isApproved = true) {
      const id = call('ExitPlanMode', { plan: text, planFilePath: '/home/ada/.claude/plans/p.md' });
      if (!isApproved) return fails(id, `${REFUSED}${SAID}not yet`);
      const reply = `User has approved your plan. You can now start coding.\n\n## Approved Plan:\n${text}`;
      return result(id, reply, { plan: text, isAgent: false });
    },
    interrupted: (forTool = false) =>
      user([{ type: 'text', text: `[Request interrupted by user${forTool ? ' for tool use' : ''}]` }]),
    slash(name, args = '', output = '') {
      user(
        '<local-command-caveat>The command below was run directly in Claude Code.</local-command-caveat>',
        { isMeta: true },
      );
      const tags = [
        `<command-name>/${name}</command-name>`,
        `<command-message>${name}</command-message>`,
        `<command-args>${args}</command-args>`,
      ];
      user(tags.join('\n            '));
      return user(`<local-command-stdout>${output}</local-command-stdout>`);
    },
    hookContext: (event, text) =>
      put({
        attachment: { type: 'hook_additional_context', content: [text], hookName: event, hookEvent: event },
        type: 'attachment',
        rendered: [
          { content: `<system-reminder>\n${event} hook additional context: ${text}\n</system-reminder>` },
        ],
        renderedRole: 'system',
      }),
    meta: (text) => user(text, { isMeta: true }),
    compacted(summary, trigger = 'auto') {
      put({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        level: 'info',
        compactMetadata: { trigger, preTokens: 155_025, postTokens: 12_062 },
      });
      return user(
        `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n<system-reminder>\n<tools-used-before-summary>Bash, Edit</tools-used-before-summary>\n</system-reminder>\nSummary:\n${summary}\n\nIf you need specific details from before compaction (like exact code snippets, error messages, or content you generated), read the full transcript at: /home/ada/.claude/projects/x.jsonl\nContinue the conversation from where it left off without asking the user any further questions.`,
        { isVisibleInTranscriptOnly: true, isCompactSummary: true },
      );
    },
    apiError: (text) =>
      put({
        type: 'assistant',
        message: {
          id: 'synthetic',
          model: '<synthetic>',
          role: 'assistant',
          content: [{ type: 'text', text }],
        },
        isApiErrorMessage: true,
        madeBy: 'other',
      }),
    turnEnds() {
      put({
        type: 'system',
        subtype: 'stop_hook_summary',
        hookCount: 1,
        hookErrors: [],
        level: 'suggestion',
      });
      lines.push(
        JSON.stringify({
          type: 'api-request-blob',
          hash: 'h',
          message: {
            role: 'user',
            content: [{ type: 'text', text: 'we decided to repeat every message here' }],
          },
        }),
      );
      return put({ type: 'system', subtype: 'turn_duration', durationMs: 407, messageCount: 18 });
    },
    later(minutes) {
      at = plusMs(at, Math.min(minutes * MINUTE_MS, DAY_MS));
      return script;
    },
    cd(to) {
      folder = to;
      return script;
    },
    raw(line) {
      lines.push(line);
      return script;
    },
    lines: () => lines,
    file({ eol = '\n', cut = 0 } = {}) {
      const bytes = Buffer.from(lines.map((line) => line + eol).join(''), 'utf8');
      return bytes.subarray(0, bytes.length - cut);
    },
  };
  return script;
}
