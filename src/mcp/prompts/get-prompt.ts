import { denied, invalid, notFound } from '../../domain/error.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Prompt, PromptContext } from './define-prompt.ts';
import { PROMPTS } from './index.ts';

type HasTool = PromptContext['hasTool'];

export const offeredPrompts = (hasTool: HasTool): readonly Prompt[] =>
  PROMPTS.filter(({ needs }) => hasTool(needs));

export function getPrompt(name: string, hasTool: HasTool): Prompt {
  const prompt = PROMPTS.find((one) => one.name === name);
  const names = offeredPrompts(hasTool).map((one) => one.name);
  if (prompt !== undefined) {
    if (hasTool(prompt.needs)) return prompt;
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
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'List the prompts to see which there are.',
    { allowed: names },
  );
}

type Given = Readonly<Record<string, string>>;

/** Forms send what was not filled in as an empty text. */
export function parseArguments(prompt: Prompt, given: Given): Given {
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
