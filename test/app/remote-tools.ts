import { expect } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { DEFINITIONS } from '../../src/main/mcp-definitions.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import type { ToolContext } from '../../src/mcp/define-tool.ts';
import { toolNames } from '../../src/mcp/tool-list.ts';
import { createRemoteDeps, texts } from './remote-deps.ts';
import { client } from './test-app.ts';

const { tools } = DEFINITIONS;
const names = toolNames(tools, { toolsets: ['session', 'memory', 'capture'], isReadOnly: false, latent: [] });

type Services = ToolContext['services'];
// biome-ignore lint/suspicious/noExplicitAny: facts of any tool.
type Facts = any;

/** As `mcp` asks over stdio: every call looks up the conversation of the process, and shortens the ids of its answer. */
export const stdio = (name: string): Caller => ({
  ...client('/repos/ledger', null),
  process: `box:${name}:1`,
  serverProcess: `box:${name}:2`,
});

const callerOf =
  (services: Services) =>
  async (caller: Caller, name: string, args: object): Promise<Facts> => {
    const { isError, structuredContent } = await callTool({ tools, names }, name, args, { services, caller });
    expect(isError, JSON.stringify(structuredContent)).toBeUndefined();
    return structuredContent;
  };

export function remoteTools(remote = createRemoteDeps()) {
  const call = callerOf(remote.services);
  const trips = (caller: Caller, name: 'end_session' | 'boot_report', args: object) =>
    remote.expectTrips(name, () => call(caller, name, args));
  return { ...remote, call, trips };
}

const shortened = ({ id }: { readonly id: string }) => id.slice(0, 14);

/** Loops and decisions with subjects, left by a session that is still bound to the caller. */
export async function handedOver(count: number, remote = createRemoteDeps()) {
  const here = remoteTools(remote);
  const caller = stdio('first');
  await here.call(caller, 'start_session', {});
  await here.call(caller, 'end_session', {
    checkpoint: 'Begun.',
    open_loops: texts(count, 'Loop'),
    decisions: texts(count, 'Decision').map((text) => ({ text, subject: `subject of ${text}` })),
    mode: 'pause',
  });
  const listed = (type: string) => here.call(caller, 'list_memories', { type, limit: 50 });
  const [loops, decisions] = [await listed('open_loop'), await listed('decision')];
  const next = {
    checkpoint: 'Half done.',
    summary_notes: 'It went well.',
    open_loops: ['Loop 0.'],
    resolved_loops: [...loops.memories.slice(0, 5).map(shortened), ...texts(count, 'Loop').slice(5)],
    decisions: [
      ...decisions.memories.slice(0, 5).map((one: { readonly id: string }, index: number) => ({
        text: `Instead ${index}.`,
        supersedes: [shortened(one)],
      })),
      ...texts(count, 'Decision').map((text) => ({ text: `Not ${text}`, subject: `subject of ${text}` })),
    ],
    lessons: texts(count, 'Lesson'),
  };
  return { ...here, caller, next };
}
