import { delimiter, isAbsolute } from 'node:path';
import { nearest } from '../lib/nearest.ts';
import { maskCredentials } from './mask-credentials.ts';
import type { ListOption } from './option.ts';
import { resolvePath } from './resolve-path.ts';
import { mustBe, type Source, show, valueError } from './value-error.ts';

const separators = { word: /,/, path: delimiter, pattern: /\r?\n/ } as const;

/** An array from config.json, or from anywhere one string in which empty items do not count. */
export function parseList(option: ListOption, given: unknown, source: Source): readonly string[] {
  const items = typeof given === 'string' ? splitItems(option, given) : given;
  if (!Array.isArray(items)) throw valueError(option, source, mustBe(option, given), allowedWords(option));
  const parsed = items.map((item: unknown) => parseItem(option, item, source));
  const mayBeEmpty = option.default.length === 0 && source.place === 'file';
  if (parsed.length === 0 && !mayBeEmpty) {
    throw valueError(option, source, mustBe(option, ''), allowedWords(option));
  }
  return [...new Set(parsed)];
}

function splitItems({ of }: ListOption, given: string): string[] {
  const items = given.split(separators[of]);
  return (of === 'word' ? items.map((item) => item.trim()) : items).filter((item) => item.trim() !== '');
}

function parseItem(option: ListOption, item: unknown, source: Source): string {
  if (typeof item !== 'string' || item.trim() === '') {
    throw valueError(option, source, `${mustBe(option, item)} in the list`, allowedWords(option));
  }
  switch (option.of) {
    case 'word':
      return parseWord(option, item, source);
    case 'path':
      return parseRoot(option, item, source);
    case 'pattern':
      return parsePattern(option, item, source);
  }
}

function parseWord(option: ListOption, word: string, source: Source): string {
  const { among = [] } = option;
  if (among.includes(word)) return word;
  const [meant] = nearest(word, among);
  const question = meant === undefined ? '.' : `, did you mean ${meant}?`;
  throw valueError(option, source, `holds ${show(word)}${question} It must be ${among.join(', ')}`, {
    allowed: among,
  });
}

function parseRoot(option: ListOption, path: string, source: Source): string {
  if (!isAbsolute(path) && !path.startsWith('~')) {
    throw valueError(option, source, `must hold absolute paths; ${show(path)} is relative`);
  }
  const resolved = resolvePath(path, source);
  if ('problem' in resolved) throw valueError(option, source, `${resolved.problem}: ${show(path)}`);
  return resolved.path;
}

function parsePattern(option: ListOption, pattern: string, source: Source): string {
  const compiled = compile(pattern);
  if (typeof compiled === 'string') {
    throw valueError(
      option,
      source,
      `holds an expression that does not compile: ${maskCredentials(compiled)}`,
    );
  }
  if (compiled.test('')) {
    throw valueError(option, source, `holds an expression that matches the empty text: ${show(pattern)}`);
  }
  return pattern;
}

function compile(pattern: string): RegExp | string {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const allowedWords = ({ among }: ListOption) => (among === undefined ? {} : { allowed: among });
