import { join } from 'node:path';
import type { ClientAdapter } from '../../app/ports/client-adapter.ts';
import { jsonHooks, UUID } from '../shared/adapter-parts.ts';

const SESSION_ID = new RegExp(`^${UUID}$`);
const SESSION_FILE = new RegExp(String.raw`[/\\]session-state[/\\](${UUID})[/\\]events\.jsonl$`);

export const copilot = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  environment: {
    projectDir: ({ COPILOT_PROJECT_DIR }) => COPILOT_PROJECT_DIR || null,
    sessionId: ({ COPILOT_AGENT_SESSION_ID }) => COPILOT_AGENT_SESSION_ID || null,
  },
  hooks: jsonHooks({
    orientsAtPrompt: true,
    events: {
      sessionStart: 'session-start',
      userPromptSubmitted: 'prompt',
      agentStop: 'stop',
      preCompact: 'pre-compact',
      sessionEnd: 'session-end',
    },
    id: 'sessionId',
    transcript: 'transcriptPath',
    // A process has one conversation at a time. Another new one is what the person gets by clearing it. A copy is reported as resumed.
    sources: { new: 'replace', resume: 'resume_or_fork' },
    render: (_, report) => JSON.stringify({ additionalContext: report }),
  }),
  transcripts: {
    roots: ({ homeDir }) => [join(homeDir, '.copilot', 'session-state')],
    format: async () => (await import('./transcript.ts')).transcriptFormat,
    sessionIdOf: (path) => SESSION_FILE.exec(path)?.[1] ?? null,
    pathOf: ({ homeDir }, id) =>
      SESSION_ID.test(id) ? join(homeDir, '.copilot', 'session-state', id, 'events.jsonl') : null,
  },
  settings: async () => (await import('./settings.ts')).settings,
  presence: { paths: ({ homeDir }) => [join(homeDir, '.copilot')], programs: ['copilot'] },
  installNotes: (scope) =>
    scope === 'project' ? ['Copilot reads hooks of a project only in folders that you trust.'] : [],
} satisfies ClientAdapter;
