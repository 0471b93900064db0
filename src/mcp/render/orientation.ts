import type { Gap } from '../../domain/orientation/orientation.ts';

export const gapFacts = (gaps: readonly Gap[]) =>
  gaps.map(({ code, severity, message, nextStep }) => ({ code, severity, message, next_step: nextStep }));
