/** A line by which we know our plugin again, whatever its version. */
export const PLUGIN_MARK = '// Throughline for OpenCode, written by `throughline install opencode`.';

/** The program and its arguments for each event. */
export type HookCommands = Readonly<Record<string, readonly string[]>>;

const COMMANDS_LINE = /^const HOOKS = (\{.*\});$/m;

/**
 * A plugin that reports events to our hooks and puts their answer into the system prompt. It runs in the client's own
 * process: a hook that throws there makes the client fail, and one that hangs makes it wait.
 */
export const renderPlugin = (commands: HookCommands): string => `${PLUGIN_MARK}
// Changes are lost when it is installed again. To remove it: throughline uninstall opencode
import { spawn } from "child_process";
import { platform } from "os";

const HOOKS = ${JSON.stringify(commands)};
const LIMIT_MS = 5000;

// Runs a hook without a shell, so that its parent process is the client. Resolves to what it printed, or to "".
const run = (event, facts) =>
  new Promise((resolve) => {
    try {
      const [command, ...args] = HOOKS[event];
      const onWindows = platform() === "win32";
      const child = spawn(command, args, {
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
        shell: onWindows && !/\\.exe$/i.test(command),
      });
      const limit = setTimeout(() => {
        child.kill();
        resolve("");
      }, LIMIT_MS);
      const end = (text) => {
        clearTimeout(limit);
        resolve(text);
      };
      let printed = "";
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (text) => {
        printed += text;
      });
      child.on("error", () => end(""));
      child.on("close", () => end(printed.trim()));
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(facts));
    } catch {
      resolve("");
    }
  });

// The client's own requests, for a title or a summary, need no orientation.
const isOwnRequest = (system) => /^You are a (title generator|context summarization agent)\\b/.test(system[0] ?? "");

export const Throughline = async ({ directory }) => {
  const created = new Set();
  const subagents = new Set();
  const sessions = new Map();

  const report = (event, sessionID, facts = {}) => run(event, { sessionID, directory, ...facts });
  // Hooks of a session run one after the other.
  const inTurn = (session, work) => {
    session.last = session.last.then(work, work);
    return session.last;
  };
  const orient = (session, id, source) => {
    session.orientation = inTurn(session, () => report("session.created", id, { source }));
  };
  const start = (id) => {
    const session = { last: Promise.resolve(), orientation: Promise.resolve(""), messages: new Map(), words: "", summary: "" };
    sessions.set(id, session);
    orient(session, id, created.has(id) ? "startup" : "resume");
  };

  const onEvent = ({ type, properties = {} }) => {
    const { sessionID, info, part } = properties;
    if (type === "session.created" || type === "session.updated") {
      if (info?.parentID) subagents.add(info.id);
      else if (type === "session.created") created.add(info?.id);
    }
    const session = sessions.get(sessionID ?? part?.sessionID ?? info?.sessionID ?? info?.id);
    if (session === undefined) return;
    const { messages } = session;
    if (type === "message.updated" && info?.role === "assistant")
      messages.set(info.id, info.mode === "compaction" || info.summary === true ? "summary" : "words");
    if (type === "message.part.updated" && part?.type === "text" && messages.has(part.messageID))
      session[messages.get(part.messageID)] = part.text;
    if (type === "session.idle") {
      const { words } = session;
      session.words = "";
      messages.clear();
      return inTurn(session, () => report(type, sessionID, { lastWords: words }));
    }
    if (type === "session.compacted") {
      const { summary } = session;
      session.summary = "";
      inTurn(session, () => report(type, sessionID, { summary }));
      orient(session, sessionID, "compact");
    }
    if (type === "session.deleted") sessions.delete(sessionID ?? info?.id);
  };

  // Whatever goes wrong here must not stop the client.
  const safely = (work) => async (input, output) => {
    try {
      await work(input, output);
    } catch {}
  };
  return {
    event: safely(({ event }) => onEvent(event)),
    "chat.message": safely(({ sessionID }) => {
      if (subagents.has(sessionID)) return;
      const session = sessions.get(sessionID);
      if (session === undefined) start(sessionID);
      else inTurn(session, () => report("chat.message", sessionID));
    }),
    "experimental.chat.system.transform": safely(async ({ sessionID }, { system }) => {
      if (!sessions.has(sessionID) || isOwnRequest(system)) return;
      const text = await sessions.get(sessionID).orientation;
      if (text !== "") system.push(text);
    }),
    "experimental.session.compacting": safely(async ({ sessionID }) => {
      const session = sessions.get(sessionID);
      if (session !== undefined) await inTurn(session, () => report("experimental.session.compacting", sessionID));
    }),
    dispose: safely(() =>
      Promise.all([...sessions].map(([id, session]) => inTurn(session, () => report("dispose", id)))),
    ),
  };
};
`;

/** The commands in a plugin that `renderPlugin` wrote; none in any other text. */
export function commandsIn(text: string): readonly (readonly [string, readonly string[]])[] {
  const [, json] = (text.includes(PLUGIN_MARK) && COMMANDS_LINE.exec(text)) || [];
  try {
    const found: Readonly<Record<string, unknown>> = JSON.parse(json ?? '{}');
    return Object.entries(found).flatMap(([event, words]) =>
      Array.isArray(words) ? [[event, words.map(String)] as const] : [],
    );
  } catch {
    return [];
  }
}
