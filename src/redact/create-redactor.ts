import { customPatterns } from './custom-patterns.ts';
import type { Redactor } from './redactor.ts';
import { makeRules } from './rules.ts';
import { TextRedactor } from './text-redactor.ts';

export interface RedactorOptions {
  /** The user's own regular expressions, as source text. */
  readonly patterns?: readonly string[];
}

/** A word too short for any secret, or an id that is none: the rules cost more than such a text is worth. */
const PLAIN = /^(?:[a-z][a-z0-9/_.-]{0,11}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const unchanged = (text: string) => ({ text, found: {} });

/** For the lines of a log, which cannot wait: the rules are loaded with the first one. */
export function createLineRedactor({ patterns = [] }: RedactorOptions = {}): (line: string) => string {
  let redactor: TextRedactor | undefined;
  return (line) => {
    redactor ??= new TextRedactor([...makeRules(), customPatterns(patterns)]);
    return redactor.redact(line).text;
  };
}

export function createRedactor({ patterns = [] }: RedactorOptions = {}): Redactor {
  const custom = customPatterns(patterns);
  let redactor: TextRedactor | undefined;
  return {
    async redact(texts) {
      if (patterns.length === 0 && texts.every((text) => PLAIN.test(text))) return texts.map(unchanged);
      redactor ??= new TextRedactor([...makeRules(), custom]);
      const own = redactor;
      return texts.map((text) => own.redact(text));
    },
  };
}
