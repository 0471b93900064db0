import { basename } from 'node:path';
import type { Caller } from '../caller.ts';
import { cleanCallers } from '../clean-caller.ts';
import type { Deps } from '../deps.ts';
import { agentDeps } from '../off/agent-deps.ts';
import { redactTexts } from '../redact-content.ts';
import { compacted, compacts } from './compaction.ts';
import type { HookCall } from './hook-call.ts';
import { orientUnstored } from './orient-unstored.ts';
import { promptComes } from './prompt-comes.ts';
import { sessionEnds } from './session-ends.ts';
import { orientStart, type SessionStarts } from './session-starts.ts';
import { turnEnds } from './turn-ends.ts';

/** A file whose name holds a secret is not written down, and so not read. Its folders are the person's own. */
async function nameable({ redactor }: Pick<Deps, 'redactor'>, path: string | null): Promise<string | null> {
  if (path === null) return null;
  const name = basename(path, '.jsonl');
  const { content } = await redactTexts(redactor, { name });
  return content.name === name ? path : null;
}

/** What hooks need, and nothing more: an agent waits while it is loaded. */
export function createHookServices(deps: Deps) {
  const clean = cleanCallers(deps.redactor);
  const forCaller =
    <Input extends HookCall, Result>(act: (deps: Deps, caller: Caller, input: Input) => Promise<Result>) =>
    async (given: Caller, input: Input) => {
      const caller = await clean(given);
      const transcriptPath = await nameable(deps, input.transcriptPath);
      return act(agentDeps(deps, caller, {}), caller, { ...input, transcriptPath });
    };
  return {
    sessionStarts: forCaller(orientStart),
    /** For a start that took too long: reads, and writes at most the receipt. */
    orientLate: forCaller((deps, caller, { budget }: SessionStarts) =>
      orientUnstored(deps, caller, budget, 'hook_late'),
    ),
    promptComes: forCaller(promptComes),
    turnEnds: forCaller(turnEnds),
    compacts: forCaller(compacts),
    compacted: forCaller(compacted),
    sessionEnds: forCaller(sessionEnds),
  };
}

export type HookServices = ReturnType<typeof createHookServices>;
