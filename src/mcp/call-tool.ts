import type { CallToolResult } from '@modelcontextprotocol/server';
import { gapView } from '../app/views/orientation-view.ts';
import { denied, invalid, notFound, type ThroughlineError } from '../domain/error.ts';
import { type NextStep, type Notice, renderNotice } from '../domain/next-step.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { shortenIdsInLines } from '../domain/short-id.ts';
import { createPause } from '../lib/concurrency.ts';
import { isJsonObject, isTooDeep, type JsonObject, MAX_JSON_DEPTH, TOO_DEEP } from '../lib/json-depth.ts';
import { nearest } from '../lib/nearest.ts';
import { type AdjustedArguments, adjustArguments } from './adjust-arguments.ts';
import type { Facts, Reply, Tool, ToolContext } from './define-tool.ts';
import { argumentsInvalid, failureOf, toThroughlineError } from './errors.ts';
import { renderFacts, shortenerFor, shortenFacts } from './render-facts.ts';
import { type ListedTool, listedNames, type OfferedTools, parserOf } from './tool-list.ts';
import { type HasTool, offeredCalls, offeredWording, toolCall } from './tool-wording.ts';

const textOf = (text: string): CallToolResult['content'] => [{ type: 'text', text }];

/** The text leaves out `next`, because the hint says it in words. */
async function failed(
  error: ThroughlineError,
  hasTool: HasTool,
  context: ToolContext,
): Promise<CallToolResult> {
  const failure = failureOf(error, hasTool);
  const { next: _, ...shown } = failure;
  const shorten = await shortenerFor(context, shown);
  return {
    isError: true,
    content: textOf(renderFacts(shortenFacts(shown, shorten), [])),
    structuredContent: { ...failure },
  };
}

/** Replaces next steps in notices and gaps with sentences and the calls that this server offers. */
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

const isKnown = (tools: readonly Tool[], name: string) => tools.some((tool) => tool.name === name);

const notOffered = (names: readonly ListedTool[], name: string) =>
  denied(
    'tool_not_offered',
    `${name} is switched off here: this server is read-only, or its toolset is not on.`,
    'Ask the person to start the server without --read-only, or with its toolset in --toolsets.',
    { allowed: listedNames(names, false).map((one) => one.name) },
  );

/** The tools of games are offered where there is a game. */
const noGameYet = (names: readonly ListedTool[], name: string) => {
  const start = names.some((one) => one.name === 'start_session')
    ? 'Call start_session with kind "game" and the name of the campaign as project, then call it again. Or ask'
    : 'Ask';
  return denied(
    'tool_not_offered',
    `${name} is a tool for games, and there is no game here yet.`,
    `${start} the person to start the server with campaign in --toolsets.`,
    { allowed: listedNames(names, false).map((one) => one.name) },
  );
};

function findTool({ tools, names }: OfferedTools, name: string): ListedTool {
  const listed = names.find((one) => one.name === name);
  if (listed !== undefined) return listed;
  if (isKnown(tools, name)) throw notOffered(names, name);
  const near = nearest(
    name,
    names.filter((one) => !one.isLatent).map((one) => one.name),
  );
  throw notFound(
    'tool_not_found',
    `There is no tool ${JSON.stringify(name)} here.`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'List the tools to see their names.',
    { allowed: listedNames(names, false).map((one) => one.name) },
  );
}

/** Finds `__proto__`, which JSON may contain and schemas silently ignore. */
function findHiddenKey(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    // Most values are texts, sometimes thousands of them.
    if (typeof item !== 'object' && key !== '__proto__') continue;
    const here = path === '' ? key : `${path}.${key}`;
    const found = key === '__proto__' ? here : findHiddenKey(item, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What no schema can check. */
function checkShape(name: string, given: unknown): asserts given is JsonObject {
  if (!isJsonObject(given)) {
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
}

interface ParsedArguments extends Pick<AdjustedArguments, 'notices'> {
  readonly input: Record<string, unknown>;
}

/** All problems come in one answer. A single one in a text is left to the use case, whose refusal has a code of its own. */
async function parseArguments({ tool, name }: ListedTool, raw: unknown): Promise<ParsedArguments> {
  const pause = createPause();
  checkShape(name, raw);
  await pause();
  const parser = parserOf(tool);
  const { given, notices, problems } = adjustArguments(parser, raw);
  // A list that came as text has not been looked at yet.
  if (notices.length > 0) checkShape(name, given);
  await pause();
  const parsed = parser.safeParse(given, { reportInput: true });
  await pause();
  if (parsed.success && problems.length < 2) return { input: parsed.data, notices };
  throw argumentsInvalid(name, parsed.error?.issues ?? [], Object.keys(parser.shape), problems);
}

/** Whether latent tools are offered is looked up only if a next step names one. */
async function offeredHere(
  names: readonly ListedTool[],
  { services, caller }: ToolContext,
  advice: readonly { readonly next: readonly NextStep[] }[] = [],
): Promise<HasTool> {
  const isLatent = (name: string) => names.some((one) => one.name === name && one.isLatent);
  const needsGame = advice.some(({ next }) => next.some((step) => isLatent(toolCall(step).action)));
  const mayPlay = needsGame && (await services.mayPlay(caller).catch(() => false));
  return (name) => names.some((one) => one.name === name) && (mayPlay || !isLatent(name));
}

const withNotices = (facts: Facts, notices: readonly Notice[]): Facts =>
  notices.length === 0 ? facts : { ...facts, notices: [...notices, ...(facts.notices ?? [])] };

/** The same facts as text, with short ids; a text of the tool's own still says what the call did besides. */
async function renderReply(
  { prose, text, isJson }: Reply,
  facts: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<string> {
  if (isJson === true) return escapeUnusual(JSON.stringify(facts));
  const rendered = text === undefined ? facts : { notices: facts.notices };
  const shorten = await shortenerFor(context, rendered, text);
  const pause = createPause();
  const shortened = shortenFacts(rendered, shorten);
  await pause();
  const lines = renderFacts(shortened, prose);
  await pause();
  if (text === undefined) return lines;
  return [escapeUnusual(shortenIdsInLines(text, shorten)), lines].filter((part) => part !== '').join('\n\n');
}

/** Untrusted JSON in, a typed result or a refusal out. Nothing is thrown from here. */
export async function callTool(offered: OfferedTools, name: string, given: unknown, context: ToolContext) {
  const { names } = offered;
  try {
    const listed = findTool(offered, name);
    if (listed.isLatent && !(await context.services.mayPlay(context.caller))) throw noGameYet(names, name);
    const { input, notices } = await parseArguments(listed, given);
    const replied = await listed.tool.handle(context, input);
    const whole = withNotices(replied.facts, notices);
    const advice = [...(whole.notices ?? []), ...(whole.gaps ?? [])];
    const facts = renderNextSteps(whole, await offeredHere(names, context, advice));
    return { content: textOf(await renderReply(replied, facts, context)), structuredContent: { ...facts } };
  } catch (error) {
    const refusal = toThroughlineError(error);
    return failed(refusal, await offeredHere(names, context, [refusal]), context);
  }
}
