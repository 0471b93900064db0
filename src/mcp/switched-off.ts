import type { Listed } from './tool-list.ts';
import { TOOLS } from './tools/index.ts';

const WORD = /\w+/g;

/** Tools that a text of ours names and this server does not offer. */
export function offIn(text: string, hasTool: (name: string) => boolean): readonly string[] {
  const words = new Set(text.match(WORD) ?? []);
  return TOOLS.map(({ name }) => name).filter((name) => words.has(name) && !hasTool(name));
}

/** The use cases speak of every tool there is; what is switched off here is no next step. */
export function withOffNoted(text: string, names: readonly Listed[]): string {
  const off = offIn(text, (name) => names.some((one) => one.name === name));
  if (off.length === 0) return text;
  return `${text} (${off.join(', ')} ${off.length === 1 ? 'is' : 'are'} switched off here.)`;
}
