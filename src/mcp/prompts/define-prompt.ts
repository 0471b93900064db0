import type { ToolContext } from '../define-tool.ts';
import type { Completable } from '../resources/templates.ts';

export interface PromptContext extends ToolContext {
  /** Whether a tool of this name is listed: a prompt asks for none that is not. */
  readonly hasTool: (name: string) => boolean;
}

export interface PromptArgument {
  readonly description: string;
  readonly completes: Completable;
}

/** What a person asks for by name. All arguments may be left out. */
export interface Prompt<Name extends string = string> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tool it asks for or stands for: where that is switched off, so is the prompt. */
  readonly needs: string;
  readonly arguments: Readonly<Record<Name, PromptArgument>>;
  /** The message, in the person's name. Stored text in it stands behind ">", with who wrote it and when. */
  readonly compose: (
    context: PromptContext,
    given: Readonly<Partial<Record<Name, string>>>,
  ) => Promise<string>;
}

export const definePrompt = <Name extends string>(prompt: Prompt<Name>): Prompt => prompt;

export const project: PromptArgument = {
  description: 'Name or id of a project; default: the current one.',
  completes: 'project',
};

export const campaign: PromptArgument = {
  description: 'Name of a campaign; default: the current one.',
  completes: 'campaign',
};
