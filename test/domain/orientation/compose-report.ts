import { commandWording } from '../../../src/cli/command-wording.ts';
import { type ComposeOptions, composeOrientation } from '../../../src/domain/orientation/compose.ts';
import type { OrientationFacts } from '../../../src/domain/orientation/facts.ts';
import type { Orientation } from '../../../src/domain/orientation/orientation.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';

export const WORDINGS = [toolWording, commandWording];

/** The orientation as a surface shows it; by default in the words of tools. */
export const composeReport = (
  facts: OrientationFacts,
  options: Omit<ComposeOptions, 'wording' | 'wordings'>,
  wording = toolWording,
): Orientation => composeOrientation(facts, { ...options, wording, wordings: WORDINGS });
