import { boot } from './boot.ts';
import type { Prompt } from './define-prompt.ts';
import { dmRecap } from './dm-recap.ts';
import { dmSave } from './dm-save.ts';
import { dmStart } from './dm-start.ts';
import { handoff } from './handoff.ts';
import { recap } from './recap.ts';
import { reviewCaptures } from './review-captures.ts';

/** In the order clients list them. */
export const PROMPTS: readonly Prompt[] = [boot, handoff, recap, reviewCaptures, dmStart, dmRecap, dmSave];
