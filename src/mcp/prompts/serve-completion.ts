import type { CompleteRequestParams, Server, ServerContext } from '@modelcontextprotocol/server';
import { notFound } from '../../domain/error.ts';
import { completeValue } from '../resources/complete-value.ts';
import { orProtocolError } from '../resources/protocol-error.ts';
import { type Completable, TEMPLATES } from '../resources/templates.ts';
import type { PromptContext } from './define-prompt.ts';
import { getPrompt } from './get-prompt.ts';

/** The arguments of what a client is filling in, and what each one names. */
function argumentsOf(
  ref: CompleteRequestParams['ref'],
  { hasTool }: PromptContext,
): Readonly<Record<string, Completable>> {
  if (ref.type === 'ref/prompt') {
    const entries = Object.entries(getPrompt(ref.name, hasTool).arguments);
    return Object.fromEntries(entries.map(([name, { completes }]) => [name, completes]));
  }
  const template = Object.values(TEMPLATES).find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (template !== undefined) return { [template.argument]: template.completes };
  throw notFound(
    'resource_template_not_found',
    `There is no resource template ${JSON.stringify(ref.uri)} here.`,
    'List the resource templates to see which there are.',
    { allowed: Object.values(TEMPLATES).map(({ uriTemplate }) => uriTemplate) },
  );
}

function completableIn({ ref, argument }: CompleteRequestParams, context: PromptContext): Completable {
  const known = argumentsOf(ref, context);
  const what = Object.hasOwn(known, argument.name) ? known[argument.name] : undefined;
  if (what !== undefined) return what;
  throw notFound(
    'unknown_argument',
    `There is no argument ${JSON.stringify(argument.name)} to complete.`,
    `It takes ${Object.keys(known).join(', ')}.`,
    { allowed: Object.keys(known) },
  );
}

/** Completes what prompts and resource templates ask for. */
export function serveCompletion(
  server: Server,
  contextOf: (request: ServerContext) => Promise<PromptContext>,
): void {
  server.setRequestHandler('completion/complete', ({ params }, request) =>
    orProtocolError(async () => {
      const context = await contextOf(request);
      await context.services.refuseOff(context.caller);
      return completeValue(context, completableIn(params, context), params.argument.value);
    }),
  );
}
