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

export interface Reply {
  readonly facts: Facts;
  /** Fields of `facts` that come first in the text, unquoted: we composed them, and stored text in them is quoted. */
  readonly prose: readonly string[];
  /** Replaces the rendering of all facts in the text, where it is shorter. Stored text in it is quoted. */
  readonly text?: string;
  /** The text is all facts as JSON, for callers that parse it. */
  readonly isJson?: true;
}

/** `log`: it returns stored data and records that it was returned. */
export type ToolEffect = 'read' | 'log' | 'write' | 'destroy';

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly toolset: string;
  readonly effect: ToolEffect;
  /** First sentence: what it does and when to use it. Then when not to, what it writes, and its limits. */
  readonly description: string;
  /** Built on first use, because clients wait for the handshake. */
  readonly input: () => Input;
  readonly output: () => z.ZodObject;
  /** false: repeating the call has another effect. */
  readonly isIdempotent?: boolean;
  /** Clients that defer the loading of tools show it at once. */
  readonly isEntry?: boolean;
  /** Older names, with the arguments they imply. */
  readonly aliases?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** An older name that is a tool of its own: like an alias, it is always callable, and listed only with the toolset compat. */
  readonly isCompat?: boolean;
  /** What an older name returns besides. */
  readonly aliasNotes?: Readonly<Record<string, string>>;
  readonly handle: (context: ToolContext, input: z.output<Input>) => Promise<Reply>;
}

export const reply = (facts: Facts, ...prose: readonly string[]): Reply => ({
  facts,
  prose,
});

export const replyWithText = (facts: Facts, text: string): Reply => ({ facts, prose: [], text });

export const replyWithJson = (facts: Facts): Reply => ({ facts, prose: [], isJson: true });

export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool as unknown as Tool;
