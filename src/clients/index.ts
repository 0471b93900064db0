import { agentsMd } from './agents-md/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { claudeDesktop } from './claude-desktop/index.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { gemini } from './gemini/index.ts';
import { opencode } from './opencode/index.ts';
import { qwen } from './qwen/index.ts';
import { createRegistry } from './registry.ts';
import { vscode } from './vscode/index.ts';

/** To add a client, add its folder and name it here. docs/decisions/client-adapters.md says what goes into the folder. */
export const CLIENTS = createRegistry([
  claudeCode,
  codex,
  gemini,
  copilot,
  qwen,
  cursor,
  vscode,
  claudeDesktop,
  opencode,
  agentsMd,
]);
