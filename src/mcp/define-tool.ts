import type * as z from 'zod';
import type { Caller } from '../app/caller.ts';
import type { Services } from '../app/services.ts';
import type { Notice } from '../domain/next-step.ts';
import type { Gap } from '../domain/orientation/orientation.ts';

export interface ToolContext {
  readonly services: Services;
  readonly caller: Caller;
}

/** Notices and gaps carry their next steps as data until the reply is written. */
export type Facts = Readonly<Record<string, unknown>> & {
  readonly notices?: readonly Notice[];
  readonly gaps?: readonly Gap[];
};

/** What a handler answers: the facts, and which of them are prose for the model. */
export interface Reply {
  readonly facts: Facts;
  /** Fields of `facts` that come first in the text, as they are: we composed them, and stored text in them is quoted. */
  readonly prose: readonly string[];
  /** Stands for all facts in the text, where they would say the same at greater length. Stored text in it is quoted. */
  readonly text?: string;
}

export type ToolEffect = 'read' | 'write' | 'destroy';

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly toolset: string;
  readonly effect: ToolEffect;
  /** First sentence: what it does and when to reach for it. Then when not, what it writes, its limits. */
  readonly description: string;
  /** Made when first needed: a client waits for the handshake before it asks for tools. */
  readonly input: () => Input;
  readonly output: () => z.ZodObject;
  /** false: the same call again does more. */
  readonly isIdempotent?: boolean;
  /** Shown to the model at once where a client defers tools. */
  readonly isEntry?: boolean;
  /** Older names it answers to, with the arguments they imply. */
  readonly aliases?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly handle: (context: ToolContext, input: z.output<Input>) => Promise<Reply>;
}

export const reply = (facts: Facts, ...prose: readonly string[]): Reply => ({
  facts,
  prose,
});

/** The text is another form of the facts and not one of them. */
export const replyWithText = (facts: Facts, text: string): Reply => ({ facts, prose: [], text });

export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool as unknown as Tool;
