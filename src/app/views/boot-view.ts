import type { BootReport } from '../boot-report.ts';
import { gapView } from './gap-view.ts';

/** An orientation as every surface shows it. */
export const bootView = (boot: BootReport) => ({
  project: boot.projectName,
  project_id: boot.projectId,
  report: boot.report,
  score: boot.score,
  score_parts: boot.scoreParts,
  gaps: boot.gaps.map(gapView),
  sections: boot.sections.map(({ leftOut, ...section }) => ({ ...section, left_out: leftOut })),
  estimated_tokens: boot.estimatedTokens,
  transcript_path: boot.transcriptPath,
  receipt_id: boot.receiptId,
});
