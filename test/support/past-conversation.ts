import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ClaudeScript, claudeScript, type Setting } from '../transcripts/claude-script.ts';

/** Writes the transcript of a conversation to where the client keeps it, and returns its path. */
export function pastConversation(
  home: string,
  id: string,
  setting: Setting,
  talk: (script: ClaudeScript) => ClaudeScript,
): string {
  const folder = (setting.cwd ?? '/home/ada/lantern').replace(/[^A-Za-z0-9]/g, '-');
  const path = join(home, '.claude', 'projects', folder, `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, talk(claudeScript(setting)).file());
  const at = new Date(setting.startedAt ?? '2026-11-16T09:00:00.000Z');
  utimesSync(path, at, at);
  return path;
}

/** A line with which the client names the conversation. */
export const titleLine = (aiTitle: string): string => JSON.stringify({ type: 'ai-title', aiTitle });
