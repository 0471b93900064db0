import { cleanCallers } from '../clean-caller.ts';
import { refuseOff } from '../refuse-off.ts';
import type { Caller, World } from '../world.ts';
import { compacted, compacts } from './compaction.ts';
import { promptComes } from './prompt-comes.ts';
import { sessionEnds } from './session-ends.ts';
import { sessionStarts } from './session-starts.ts';
import { turnEnds } from './turn-ends.ts';

/** What hooks need, and nothing more: an agent waits while it is loaded. */
export function createHookServices(world: World) {
  const clean = cleanCallers(world.redactor);
  const forCaller =
    <Input, Result>(act: (world: World, caller: Caller, input: Input) => Promise<Result>) =>
    async (caller: Caller, input: Input) => {
      refuseOff(world, caller);
      return act(world, await clean(caller), input);
    };
  return {
    sessionStarts: forCaller(sessionStarts),
    promptComes: forCaller(promptComes),
    turnEnds: forCaller(turnEnds),
    compacts: forCaller(compacts),
    compacted: forCaller(compacted),
    sessionEnds: forCaller(sessionEnds),
  };
}

export type HookServices = ReturnType<typeof createHookServices>;
