import type { Machine } from './machine.ts';

/**
 * The client's own process. Claude Code tells its hooks; a server finds it in the name of the socket it was given, also
 * where a shim stands between the two; else it is who started us.
 */
export const clientPid = ({ env, parentPid }: Pick<Machine, 'env' | 'parentPid'>): number =>
  Number(env.CLAUDE_PID) ||
  Number(/(\d+)\.sock$/.exec(env.CLAUDE_CODE_MESSAGING_SOCKET ?? '')?.[1]) ||
  parentPid;
