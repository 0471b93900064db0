import type { Gap } from '../../domain/orientation/orientation.ts';
import type { BootReport } from '../boot-report.ts';

/** An orientation as every surface shows it. */
export const bootView = <View>(boot: BootReport, viewGap: (gap: Gap) => View) => ({
  project: boot.projectName,
  project_id: boot.projectId,
  report: boot.report,
  score: boot.score,
  score_parts: boot.scoreParts,
  gaps: boot.gaps.map(viewGap),
  sections: boot.sections.map(({ leftOut, ...section }) => ({ ...section, left_out: leftOut })),
  estimated_tokens: boot.estimatedTokens,
  transcript_path: boot.transcriptPath,
  receipt_id: boot.receiptId,
});
