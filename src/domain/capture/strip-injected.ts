/** Blocks that a client or one of its hooks inserts into what a person typed. */
const INJECTED_TAGS = `
  system-reminder local-command-caveat local-command-stdout local-command-stderr command-name
  command-message command-args bash-input bash-stdout bash-stderr task-notification user-prompt-submit-hook
  session-start-hook ide_opened_file ide_selection ide_diagnostics teammate-message cross-session-message
  new-diagnostics`
  .trim()
  .split(/\s+/);

// An unclosed block reaches to the end: losing words of the person is better than attributing injected text to them.
const INJECTED = new RegExp(`<(${INJECTED_TAGS.join('|')})\\b[^>]{0,300}>[\\s\\S]*?(?:</\\1>|$)`, 'g');
/** The first line of an orientation, in its long and its short form. */
const ORIENTATION = /^# .{1,100} · score \d{1,3}\/100(?: ·|\s*$)/m;
const HOOK_CONTEXT = /^\w+ hook (?:additional context|success|blocking error)\b/m;

/** The text that the person typed, without everything that was inserted for the agent. */
export function stripInjected(text: string): string {
  const own = text.replace(INJECTED, '');
  const ends = [own.search(ORIENTATION), own.search(HOOK_CONTEXT)].filter((at) => at !== -1);
  return own.slice(0, ends.length === 0 ? own.length : Math.min(...ends)).trim();
}
