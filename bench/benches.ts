import { ablation } from './ablation.ts';
import type { Bench } from './benchmark.ts';
import { campaign } from './campaign.ts';
import { definitions } from './definitions.ts';
import { endSession } from './end-session.ts';
import { bootReport, growth } from './growth.ts';
import { hook } from './hook.ts';
import { largeCalls } from './large-calls.ts';
import { memory } from './memory.ts';
import { peers } from './peers.ts';
import { precision } from './precision.ts';
import { recall } from './recall.ts';
import { redaction } from './redaction.ts';
import { search } from './search.ts';
import { start } from './start.ts';

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [
  definitions,
  start,
  hook,
  endSession,
  bootReport,
  largeCalls,
  memory,
  peers,
  growth,
  search,
  recall,
  precision,
  redaction,
  ablation,
  campaign,
];
