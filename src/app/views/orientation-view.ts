import { type NextStep, renderAdvice, type SurfaceWording } from '../../domain/next-step.ts';
import type { Gap } from '../../domain/orientation/orientation.ts';
import type { BootReport } from '../boot-report.ts';

export const orientationView = <View>(boot: BootReport, viewGap: (gap: Gap) => View) => ({
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

/** Renders a gap for a surface; `toData` returns its next steps as structured data. */
export const gapView =
  <Step>(wording: SurfaceWording, toData: (next: readonly NextStep[]) => readonly Step[]) =>
  ({ code, severity, message, hint, next }: Gap) => ({
    code,
    severity,
    message,
    next_step: renderAdvice(wording, hint, next),
    next: toData(next),
  });
