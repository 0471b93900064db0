/** Ten records, as a session of ordinary length leaves them. */
export const handoff = (round: number) => ({
  checkpoint: `Round ${round}: the parser reads every fixture, the printer does half of them.`,
  decisions: [`Keep the grammar in one file (${round}).`, `Print to a buffer, flush once (${round}).`],
  open_loops: [`Who owns the release notes? (${round})`],
  constraints: [`Never write outside the working folder (${round}).`],
  warnings: [`The staging queue is shared (${round}).`],
  lessons: [`Retrying without backoff made it worse (${round}).`],
  preferences: [`Short answers first (${round}).`],
  relational_delta: `More trust in the tests (${round}).`,
  next_session_focus: `Finish the printer (${round}).`,
});
