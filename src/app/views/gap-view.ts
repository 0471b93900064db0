import type { Gap } from '../../domain/orientation/orientation.ts';

export const gapView = ({ code, severity, message, nextStep }: Gap) => ({
  code,
  severity,
  message,
  next_step: nextStep,
});
