/** A handoff that uses every parameter; each text is found nowhere else. */
export const WHOLE_HANDOFF = {
  checkpoint:
    'Parser rewritten up to the string literals; faultword in src/parse/strings.ts fails on \\u{0}.',
  decisions: [
    'Keep the hand-written parser: the generated one was four times slower.',
    { text: 'Errors carry a byte offset, not a line.', subject: 'parser errors' },
  ],
  open_loops: ['Who owns the grammar file after the split?', 'Does the lexer need a state for heredocs?'],
  preferences: ['Wants short commits, one idea each.'],
  constraints: ['Never change the public AST without a major version.', 'No dependency may need a compiler.'],
  warnings: ['The CI cache is poisoned until Thursday.'],
  lessons: ['Memoising the tokens made it slower; tried twice.'],
  relational_delta: 'Trusts our benchmarks now, still checks every migration.',
  next_session_focus: 'Start with the heredoc test that is marked as failing.',
  summary_notes: 'A long sitting on the parser; faultword.',
  transcript_path: '/somewhere/else/transcript.jsonl',
};

/** Its texts that the next session must receive. */
export const DELIVERED_TEXTS: readonly string[] = [
  WHOLE_HANDOFF.checkpoint,
  'Keep the hand-written parser: the generated one was four times slower.',
  'Errors carry a byte offset, not a line.',
  ...WHOLE_HANDOFF.open_loops,
  ...WHOLE_HANDOFF.preferences,
  ...WHOLE_HANDOFF.constraints,
  ...WHOLE_HANDOFF.warnings,
  ...WHOLE_HANDOFF.lessons,
  WHOLE_HANDOFF.relational_delta,
  WHOLE_HANDOFF.next_session_focus,
];

/** Large enough to be redacted in threads, in several messages, and to fill the log before the commit. */
export const LARGE_COUNT = 4_000;

/** The same with very many decisions, so that writing it takes a while. */
export const largeHandoff = (count = LARGE_COUNT) => ({
  ...WHOLE_HANDOFF,
  decisions: Array.from(
    { length: count },
    (_, index) => `Decision ${index}: the faultword module ${index % 97} keeps its own table of names.`,
  ),
});
