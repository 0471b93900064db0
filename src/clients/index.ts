import type { AgentClient } from '../app/ports/agent-client.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import type { ClientPlace } from './place.ts';
import { vscode } from './vscode.ts';

const CLIENTS = [claudeCode, codex, gemini, cursor, vscode, claudeDesktop, opencode];

export const createClients = (place: ClientPlace): readonly AgentClient[] =>
  CLIENTS.map((make) => make(place));
