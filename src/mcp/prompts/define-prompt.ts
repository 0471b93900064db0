import type { ToolContext } from '../define-tool.ts';
import type { CompleteValue } from '../resources/define-resource.ts';
import { completeProject } from '../resources/define-resource.ts';

export interface PromptContext extends ToolContext {
  /** A prompt names only tools that are offered. */
  readonly hasTool: (name: string) => boolean;
  /** All that the program has, offered or not. */
  readonly prompts: readonly Prompt[];
}

export interface PromptArgument {
  readonly description: string;
  readonly complete: CompleteValue;
}

/** All arguments are optional. */
export interface Prompt<Name extends string = string> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tool it depends on: a server that does not offer the tool does not offer the prompt. */
  readonly needs: string;
  readonly arguments: Readonly<Record<Name, PromptArgument>>;
  /** The message, in the person's name. Stored text in it is quoted behind ">", with author and time. */
  readonly compose: (
    context: PromptContext,
    given: Readonly<Partial<Record<Name, string>>>,
  ) => Promise<string>;
}

export const definePrompt = <Name extends string>(prompt: Prompt<Name>): Prompt => prompt;

export const project: PromptArgument = {
  description: 'Name or id of a project; default: the current one.',
  complete: completeProject,
};
