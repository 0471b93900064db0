import type { Caller } from './caller.ts';
import type { Redactor } from './ports/redactor.ts';
import { redactTexts } from './redact-content.ts';

/** What a client says of itself is stored as well, so it passes the redactor like everything else. */
export function cleanCallers(redactor: Redactor): (caller: Caller) => Promise<Caller> {
  const known = new Map<string, Pick<Caller, 'client' | 'clientSessionId'>>();
  return async (caller) => {
    const { client, clientSessionId } = caller;
    const key = JSON.stringify([client, clientSessionId]);
    const clean = known.get(key) ?? (await redactTexts(redactor, { client, clientSessionId })).content;
    if (known.size < 1_000) known.set(key, clean);
    return { ...caller, ...clean };
  };
}
