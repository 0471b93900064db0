import { customPatterns } from './custom-patterns.ts';
import type { Redactor } from './redactor.ts';
import { RULES } from './rules.ts';
import { TextRedactor } from './text-redactor.ts';

export interface RedactorOptions {
  /** The user's own regular expressions, as source text. */
  readonly patterns?: readonly string[];
}

export function createRedactor({ patterns = [] }: RedactorOptions = {}): Redactor {
  const rules = [...RULES, customPatterns(patterns)];
  let redactor: TextRedactor | undefined;
  return {
    async redact(texts) {
      redactor ??= new TextRedactor(rules);
      const own = redactor;
      return texts.map((text) => own.redact(text));
    },
  };
}
