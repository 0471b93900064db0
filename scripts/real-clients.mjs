// The agent clients that test/real-clients drives, with the versions that were tried.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { firstOf } from './fetch-client.mjs';

const CLAUDE_CODE_VERSION = '2.1.325';
const CODEX = '0.166.0';
const GEMINI = '0.61.0';
const COPILOT = '1.0.102';
const OPENCODE = '1.18.33';
const QWEN = '0.24.4';

/** It has tests of its own, in test/claude-code. */
export const CLAUDE_CODE = {
  name: 'claude-code',
  title: 'Claude Code',
  version: CLAUDE_CODE_VERSION,
  packages: [`@anthropic-ai/claude-code@${CLAUDE_CODE_VERSION}`],
  // A native program, in the one package of several that fits this machine.
  find(modules) {
    const scope = join(modules, '@anthropic-ai');
    return firstOf(
      ...readdirSync(scope).flatMap((name) =>
        ['claude', 'claude.exe'].map((file) => join(scope, name, file)),
      ),
    );
  },
};

/** Each: the name of its test file in test/real-clients, and what `fetchClient` takes. */
export const REAL_CLIENTS = [
  {
    name: 'codex',
    title: 'Codex',
    version: CODEX,
    packages: [`@openai/codex@${CODEX}`],
    // A native program, in the one package of several that fits this machine.
    find(modules) {
      const scope = join(modules, '@openai');
      const vendors = readdirSync(scope)
        .filter((name) => name.startsWith('codex-'))
        .map((name) => join(scope, name, 'vendor'));
      const targets = vendors.flatMap((vendor) => readdirSync(vendor).map((target) => join(vendor, target)));
      return firstOf(
        ...targets.flatMap((target) => ['codex', 'codex.exe'].map((file) => join(target, 'bin', file))),
      );
    },
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    version: GEMINI,
    packages: [`@google/gemini-cli@${GEMINI}`],
    find: (modules) => firstOf(join(modules, '.bin', 'gemini')),
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot CLI',
    version: COPILOT,
    packages: [`@github/copilot@${COPILOT}`],
    // A native program, in the one package of several that fits this machine.
    find(modules) {
      const scope = join(modules, '@github');
      const folders = readdirSync(scope).filter((name) => name.startsWith('copilot-'));
      return firstOf(
        ...folders.flatMap((name) => ['copilot', 'copilot.exe'].map((file) => join(scope, name, file))),
      );
    },
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    version: OPENCODE,
    packages: [`opencode-ai@${OPENCODE}`],
    // A native program, in the one package of several that fits this machine.
    find(modules) {
      const folders = readdirSync(modules).filter(
        (name) => name.startsWith('opencode-') && name !== 'opencode-ai',
      );
      return firstOf(
        ...folders
          .toSorted((a, b) => a.length - b.length)
          .flatMap((name) => ['opencode', 'opencode.exe'].map((file) => join(modules, name, 'bin', file))),
      );
    },
  },
  {
    name: 'qwen',
    title: 'Qwen Code',
    version: QWEN,
    packages: [`@qwen-code/qwen-code@${QWEN}`],
    // Not the launcher that npm links: it starts this file and waits for it, and a kill of the launcher leaves it running.
    find: (modules) => firstOf(join(modules, '@qwen-code', 'qwen-code', 'cli.js')),
  },
];
