import type { Config } from '../config/schema.ts';
import { createLineRedactor } from '../redact/create-redactor.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/** Clients write what a server logs to files of their own, so it passes the redactor like everything that is stored. */
export function withCleanLog(
  machine: ProcessEnvironment,
  { redactPatterns: patterns }: Config,
): ProcessEnvironment {
  const clean = createLineRedactor({ patterns });
  return { ...machine, log: (line) => machine.log(clean(line)) };
}
