import type { NextStep } from '../../domain/next-step.ts';
import type { Gap } from '../../domain/orientation/orientation.ts';
import { renderAdvice, type SurfaceWording } from '../../domain/surface-wording.ts';

/** A gap in the words of a surface; `toData` gives a step as programs that use the surface read it. */
export const gapView =
  <Step>(wording: SurfaceWording, toData: (step: NextStep) => Step) =>
  ({ code, severity, message, hint, next }: Gap) => ({
    code,
    severity,
    message,
    next_step: renderAdvice(wording, hint, next),
    next: next.map(toData),
  });
