import type { NextStep } from '../domain/next-step.ts';
import type { SurfaceWording } from '../domain/surface-wording.ts';
import { isForPerson, type ToolCall, toolCall, toolWording } from './tool-wording.ts';

/** Whether this server offers the tool. */
export type HasTool = (name: string) => boolean;

const isOffered = (call: ToolCall, hasTool: HasTool): boolean => isForPerson(call) || hasTool(call.action);

/** The calls that this server answers: one that it refuses is no next step. */
export const offeredCalls = (next: readonly NextStep[], hasTool: HasTool): readonly ToolCall[] =>
  next.map(toolCall).filter((call) => isOffered(call, hasTool));

/** Recommends what this server offers, and names what it does not. */
export const offeredWording = (hasTool: HasTool): SurfaceWording => ({
  ...toolWording,
  step(step) {
    const words = toolWording.step(step);
    return isOffered(toolCall(step), hasTool) ? words : `${words} (switched off here)`;
  },
  steps(next) {
    const offered = next.filter((step) => isOffered(toolCall(step), hasTool));
    const off = new Set(next.filter((step) => !offered.includes(step)).map((step) => toolCall(step).action));
    const note = `(${[...off].join(', ')} ${off.size === 1 ? 'is' : 'are'} switched off here.)`;
    return [toolWording.steps(offered), off.size === 0 ? '' : note].filter((part) => part !== '').join(' ');
  },
});
