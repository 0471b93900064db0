import type { CompleteRequestParams, Server, ServerContext } from '@modelcontextprotocol/server';
import { denied, invalid, notFound } from '../../domain/error.ts';
import { escapeUnusual } from '../../domain/quote-text.ts';
import { nearest } from '../../lib/nearest.ts';
import type { ToolContext } from '../define-tool.ts';
import { withProtocolErrors } from '../errors.ts';
import {
  type CompleteValue,
  completeProject,
  MAX_VALUES,
  type ResourceKind,
  uriTemplateOf,
} from '../resources/define-resource.ts';

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

type Offer = Pick<PromptContext, 'hasTool' | 'prompts'>;

const offeredPrompts = ({ hasTool, prompts }: Offer) => prompts.filter(({ needs }) => hasTool(needs));

function getPrompt(offer: Offer, name: string): Prompt {
  const prompt = offer.prompts.find((one) => one.name === name);
  const names = offeredPrompts(offer).map((one) => one.name);
  if (prompt !== undefined) {
    if (offer.hasTool(prompt.needs)) return prompt;
    throw denied(
      'prompt_not_offered',
      `The prompt ${name} is switched off here, as its tool ${prompt.needs} is: this server is read-only, or the toolset is not on.`,
      'Ask the person to start the server without --read-only, or with that toolset in --toolsets.',
      { allowed: names },
    );
  }
  const near = nearest(name, names);
  throw notFound(
    'prompt_not_found',
    `There is no prompt ${JSON.stringify(name)} here.`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'List the prompts to see their names.',
    { allowed: names },
  );
}

type Given = Readonly<Record<string, string>>;

/** Forms send empty fields as empty text. */
function parseArguments(prompt: Prompt, given: Given): Given {
  const known = Object.keys(prompt.arguments);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined)
    return Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
  throw invalid(
    'unknown_argument',
    `The prompt ${prompt.name} takes no argument ${JSON.stringify(unknown)}.`,
    `It takes ${known.join(', ')}.`,
    { fields: [{ field: unknown, problem: 'is not an argument of this prompt' }], allowed: known },
  );
}

const describePrompt = ({ name, title, description, arguments: args }: Prompt) => ({
  name,
  title,
  description,
  arguments: Object.entries(args).map(([argument, one]) => ({
    name: argument,
    description: one.description,
    required: false,
  })),
});

export function servePrompts(server: Server, contextOf: (request: ServerContext) => Promise<PromptContext>) {
  server.setRequestHandler('prompts/list', async (_, request) => ({
    prompts: offeredPrompts(await contextOf(request)).map(describePrompt),
  }));
  server.setRequestHandler('prompts/get', ({ params }, request) =>
    withProtocolErrors(async () => {
      const context = await contextOf(request);
      await context.services.refuseOff(context.caller);
      const prompt = getPrompt(context, params.name);
      const composed = await prompt.compose(context, parseArguments(prompt, params.arguments ?? {}));
      const text = escapeUnusual(composed);
      return {
        description: prompt.description,
        // One message of plain text: some clients show the model nothing else.
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      };
    }),
  );
}

function argumentsOf(
  resources: readonly ResourceKind[],
  ref: CompleteRequestParams['ref'],
  context: PromptContext,
): ReadonlyMap<string, CompleteValue> {
  if (ref.type === 'ref/prompt') {
    const entries = Object.entries(getPrompt(context, ref.name).arguments);
    return new Map(entries.map(([name, { complete }]) => [name, complete]));
  }
  const resource = resources.find((one) => uriTemplateOf(one) === ref.uri);
  if (resource !== undefined) return new Map([[resource.argument, resource.complete]]);
  throw notFound(
    'resource_template_not_found',
    `There is no resource template ${JSON.stringify(ref.uri)} here.`,
    'List the resource templates to see their names.',
    { allowed: resources.map(uriTemplateOf) },
  );
}

export function serveArgumentCompletion(
  server: Server,
  resources: readonly ResourceKind[],
  contextOf: (request: ServerContext) => Promise<PromptContext>,
): void {
  server.setRequestHandler('completion/complete', ({ params }, request) =>
    withProtocolErrors(async () => {
      const context = await contextOf(request);
      await context.services.refuseOff(context.caller);
      const known = argumentsOf(resources, params.ref, context);
      const { name, value } = params.argument;
      const complete = known.get(name);
      if (complete === undefined) {
        const allowed = [...known.keys()];
        throw notFound(
          'unknown_argument',
          `There is no argument ${JSON.stringify(name)} to complete.`,
          `It takes ${allowed.join(', ')}.`,
          { allowed },
        );
      }
      const values = await complete(context, value);
      return { completion: { values: values.slice(0, MAX_VALUES), hasMore: values.length > MAX_VALUES } };
    }),
  );
}
