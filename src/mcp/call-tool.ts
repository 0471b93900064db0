import type { CallToolResult } from '@modelcontextprotocol/server';
import { gapView } from '../app/views/gap-view.ts';
import { denied, invalid, notFound, type ThroughlineError } from '../domain/error.ts';
import type { NextStep } from '../domain/next-step.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { renderNotice } from '../domain/surface-wording.ts';
import { isTooDeep, MAX_JSON_DEPTH, TOO_DEEP } from '../lib/json-depth.ts';
import { nearest } from '../lib/nearest.ts';
import type { Reply, Tool, ToolContext } from './define-tool.ts';
import { argumentsInvalid, asThroughlineError, failureOf } from './errors.ts';
import { renderFacts } from './render/render-facts.ts';
import { type HasTool, offeredCalls, offeredWording } from './switched-off.ts';
import { type Listed, listedNames, parserOf } from './tool-list.ts';
import { toolCall } from './tool-wording.ts';
import { TOOLS } from './tools/index.ts';

const textOf = (text: string): CallToolResult['content'] => [{ type: 'text', text }];

/** In the text the hint has the next steps in words. */
function failed(error: ThroughlineError, hasTool: HasTool): CallToolResult {
  const failure = failureOf(error, hasTool);
  const { next: _, ...told } = failure;
  return {
    isError: true,
    content: textOf(renderFacts(told, [])),
    structuredContent: { ...failure },
  };
}

/** The wire has notices as sentences, and gaps with a sentence and the calls that this server answers. */
function renderNextSteps(facts: Reply['facts'], hasTool: HasTool): Readonly<Record<string, unknown>> {
  const wording = offeredWording(hasTool);
  const { notices, ...rest } = facts;
  const viewGap = gapView(wording, (next) => offeredCalls(next, hasTool));
  return {
    ...rest,
    ...(rest.gaps === undefined ? {} : { gaps: rest.gaps.map(viewGap) }),
    ...(notices === undefined ? {} : { notices: notices.map((one) => renderNotice(wording, one)) }),
  };
}

const isKnown = (tools: readonly Tool[], name: string) =>
  tools.some((tool) => tool.name === name || Object.hasOwn(tool.aliases ?? {}, name));

const notOffered = (names: readonly Listed[], name: string) =>
  denied(
    'tool_not_offered',
    `${name} is switched off here: this server is read-only, or its toolset is not on.`,
    'Ask the person to start the server without --read-only, or with its toolset in --toolsets.',
    { allowed: listedNames(names, false).map((one) => one.name) },
  );

export function findTool(names: readonly Listed[], name: string): Listed {
  const listed = names.find((one) => one.name === name);
  if (listed !== undefined) return listed;
  if (isKnown(TOOLS, name)) throw notOffered(names, name);
  const near = nearest(
    name,
    names.filter((one) => !one.isLatent).map((one) => one.name),
  );
  throw notFound(
    'tool_not_found',
    `There is no tool ${JSON.stringify(name)} here.`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'List the tools to see which there are.',
    { allowed: listedNames(names, false).map((one) => one.name) },
  );
}

const isArguments = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** JSON may carry a key that JavaScript keeps for itself, and schemas pass over without a word. */
function findHiddenKey(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    // Most are texts, thousands of them at times.
    if (typeof item !== 'object' && key !== '__proto__') continue;
    const here = path === '' ? key : `${path}.${key}`;
    const found = key === '__proto__' ? here : findHiddenKey(item, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parseArguments({ tool, name }: Listed, given: unknown): Record<string, unknown> {
  if (!isArguments(given)) {
    throw invalid(
      'invalid_arguments',
      `${name}: the arguments are not an object.`,
      'Pass the arguments by name.',
    );
  }
  if (isTooDeep(given)) {
    throw invalid(
      'invalid_arguments',
      `${name}: the value of an argument ${TOO_DEEP}.`,
      'Send the arguments as this tool describes them; nothing was written.',
      { fields: [{ field: 'arguments', problem: TOO_DEEP, limit: MAX_JSON_DEPTH }] },
    );
  }
  const hidden = findHiddenKey(given);
  if (hidden !== undefined) {
    throw invalid(
      'unknown_argument',
      `${name}: ${hidden} cannot be used as a name.`,
      'Leave it out; nothing was written.',
      {
        fields: [{ field: hidden, problem: 'cannot be used as a name' }],
      },
    );
  }
  const parser = parserOf(tool);
  const parsed = parser.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw argumentsInvalid(name, parsed.error, Object.keys(parser.shape));
}

/** Tools for games are offered where a game can be played; that is asked only if something recommends one. */
async function offeredHere(
  names: readonly Listed[],
  { services, caller }: ToolContext,
  advice: readonly { readonly next: readonly NextStep[] }[] = [],
): Promise<HasTool> {
  const isLatent = (name: string) => names.some((one) => one.name === name && one.isLatent);
  const needsGame = advice.some(({ next }) => next.some((step) => isLatent(toolCall(step).action)));
  const mayPlay = needsGame && (await services.mayPlay(caller).catch(() => false));
  return (name) => names.some((one) => one.name === name) && (mayPlay || !isLatent(name));
}

/** Untrusted JSON in, a typed result or a refusal with a code out. Nothing thrown gets past here. */
export async function callTool(
  names: readonly Listed[],
  name: string,
  given: unknown,
  context: ToolContext,
): Promise<CallToolResult> {
  try {
    const listed = findTool(names, name);
    if (listed.isLatent && !(await context.services.mayPlay(context.caller))) throw notOffered(names, name);
    const input = parseArguments(listed, given);
    const { facts: told, prose, text } = await listed.tool.handle(context, { ...input, ...listed.implied });
    const advice = [...(told.notices ?? []), ...(told.gaps ?? [])];
    const facts = renderNextSteps(told, await offeredHere(names, context, advice));
    const rendered = text === undefined ? renderFacts(facts, prose) : escapeUnusual(text);
    return { content: textOf(rendered), structuredContent: { ...facts } };
  } catch (error) {
    const refusal = asThroughlineError(error);
    return failed(refusal, await offeredHere(names, context, [refusal]));
  }
}
