/** Blocks that a client or one of its hooks puts into what a person typed. None of it is the person's. */
const INJECTED_TAGS = [
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'command-name',
  'command-message',
  'command-args',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'task-notification',
  'user-prompt-submit-hook',
  'session-start-hook',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'teammate-message',
  'cross-session-message',
  'new-diagnostics',
];

// An unclosed block reaches to the end: better to lose a word of the person's than to take ours for theirs.
const INJECTED = new RegExp(`<(${INJECTED_TAGS.join('|')})\\b[^>]{0,300}>[\\s\\S]*?(?:</\\1>|$)`, 'g');
/** The first line of an orientation of ours, in its long and its terse form. */
const ORIENTATION = /^# .{1,100} · score \d{1,3}\/100(?: ·|\s*$)/m;
const HOOK_CONTEXT = /^\w+ hook (?:additional context|success|blocking error)\b/m;

/** What is left of a text when everything that was put into it for the agent is taken out. */
export function ownWords(text: string): string {
  const bare = text.replace(INJECTED, '');
  const ends = [bare.search(ORIENTATION), bare.search(HOOK_CONTEXT)].filter((at) => at !== -1);
  return bare.slice(0, ends.length === 0 ? bare.length : Math.min(...ends)).trim();
}
