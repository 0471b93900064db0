import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../app/caller.ts';
import type { Services } from '../app/services.ts';
import { callTool } from './call-tool.ts';
import type { ToolContext } from './define-tool.ts';
import { instructionsFor } from './instructions.ts';
import { serveCompletion } from './prompts/serve-completion.ts';
import { servePrompts } from './prompts/serve-prompts.ts';
import { ProtocolServer } from './protocol-server.ts';
import type { ChangeNotices } from './resources/change-notices.ts';
import { serveResources } from './resources/serve-resources.ts';
import { offeredWording } from './switched-off.ts';
import { describeTool, LATENT, listedNames, type Offer, toolNames } from './tool-list.ts';
import { TOOLS } from './tools/index.ts';

/** What one request says about who sent it. */
export interface RequestFacts {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly clientName: string | null;
  /** Of the HTTP request; none over stdio. */
  readonly headers: Pick<Headers, 'get'>;
}

/**
 * For what a server does without being asked. No `Headers` is made for it: the first one loads the whole HTTP client of Node,
 * which takes longer than the rest of a start.
 */
export const NO_REQUEST: RequestFacts = { meta: {}, clientName: null, headers: { get: () => null } };

export interface ServerOptions {
  readonly version: string;
  readonly services: Services;
  readonly offer: Offer;
  readonly callerOf: (request: RequestFacts) => Caller;
  /** Left out where the surface cannot notify of changes, and so promises none. */
  readonly notices?: ChangeNotices | undefined;
}

/** Tools and prompts are the same as long as the program runs; resources are not. */
const CAPABILITIES = { tools: {}, prompts: {}, completions: {} };

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

const nameIn = (info: unknown): string | null => {
  const name = (info as { name?: unknown } | undefined)?.name;
  return typeof name === 'string' ? name : null;
};

/** A store that cannot be asked takes no tool away that is there without it. */
const isAtGame = ({ services, caller }: ToolContext) => services.isAtGame(caller).catch(() => false);

/** Cheap: over HTTP one is made for every request. */
export function buildServer({ version, services, offer, callerOf, notices }: ServerOptions): Server {
  const names = toolNames(TOOLS, { ...offer, latent: LATENT });
  const listed = listedNames(names, false);
  const server = new ProtocolServer(
    { name: 'throughline', title: 'Throughline', version },
    {
      capabilities: { ...CAPABILITIES, resources: { ...notices?.capabilities } },
      instructions: instructionsFor(listed.map(({ name }) => name)),
    },
  );
  const callable = new Set(names.map(({ name }) => name));
  const wording = offeredWording((name) => callable.has(name));
  const contextOf = ({ mcpReq, http }: ServerContext): ToolContext => {
    const clientName =
      nameIn((mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO]) ??
      nameIn(server.getClientVersion());
    const { headers } = http?.req ?? NO_REQUEST;
    const caller = callerOf({ meta: mcpReq._meta ?? {}, clientName, headers });
    return { services, caller: { ...caller, wording } };
  };
  const hasTool = (name: string) => listed.some((one) => one.name === name);
  const isLatent = names.some((one) => one.isLatent);
  server.setRequestHandler('tools/list', async (_, request) => {
    const isNeeded = isLatent && (await isAtGame(contextOf(request)));
    return { tools: listedNames(names, isNeeded).map(describeTool) };
  });
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const result = await callTool(names, params.name, params.arguments ?? {}, contextOf(request));
    notices?.afterCall();
    return result;
  });
  serveResources(server, contextOf);
  notices?.serve?.(server, contextOf);
  /** A prompt may ask for what can be called here, as games can where there is one, whether or not it is listed. */
  const promptContextOf = async (request: ServerContext) => {
    const context = contextOf(request);
    const mayPlay = isLatent && (await services.mayPlay(context.caller).catch(() => false));
    return { ...context, hasTool: mayPlay ? (name: string) => callable.has(name) : hasTool };
  };
  servePrompts(server, promptContextOf);
  serveCompletion(server, promptContextOf);
  return server;
}
