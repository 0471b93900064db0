import type { NextStep } from '../../domain/next-step.ts';
import type { Gap } from '../../domain/orientation/orientation.ts';
import { renderAdvice, type SurfaceWording } from '../../domain/surface-wording.ts';

/** A gap in the words of a surface; `toData` gives its steps as programs that use the surface read them. */
export const gapView =
  <Step>(wording: SurfaceWording, toData: (next: readonly NextStep[]) => readonly Step[]) =>
  ({ code, severity, message, hint, next }: Gap) => ({
    code,
    severity,
    message,
    next_step: renderAdvice(wording, hint, next),
    next: toData(next),
  });
