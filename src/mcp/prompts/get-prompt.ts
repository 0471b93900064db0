import { invalid, notFound } from '../../domain/error.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Prompt } from './define-prompt.ts';
import { PROMPTS } from './index.ts';

export function getPrompt(name: string): Prompt {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt !== undefined) return prompt;
  const names = PROMPTS.map((one) => one.name);
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
