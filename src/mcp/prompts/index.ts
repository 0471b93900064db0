import { boot } from './boot.ts';
import type { Prompt } from './define-prompt.ts';
import { handoff } from './handoff.ts';
import { type RetellSession, recapPrompt } from './recap.ts';
import { reviewCaptures } from './review-captures.ts';

/** In the order clients list them, before those of features. */
export const corePrompts = (retell: RetellSession): readonly Prompt[] => [
  boot,
  handoff,
  recapPrompt(retell),
  reviewCaptures,
];
