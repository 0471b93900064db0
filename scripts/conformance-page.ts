import type { ClientAdapter } from '../src/app/ports/client-adapter.ts';

/** What can happen to a session, in the order of the table. */
export const MOMENTS = ['start', 'resume', 'clear', 'compact', 'fork', 'end', 'killed'] as const;
export type Moment = (typeof MOMENTS)[number];

/** What Throughline can deliver, and how the page explains it. */
export const DELIVERIES = {
  orientation:
    'The next request to the model has an orientation that says what was done before, if anything was.',
  'new session': 'A session is opened.',
  'same session': 'The session continues.',
  'session that follows': 'A session is opened that names the earlier one as its predecessor.',
  'session that does not follow':
    'A session is opened that does not name the earlier one as its predecessor.',
  capture: 'The conversation before the compaction is stored as a capture.',
  summary: "The capture has the client's own summary.",
  'marked as ended': 'The session is stored as ended once the client is gone.',
  'marked as lost': 'The session is stored as lost, because its client is gone and it was never ended.',
  handoff: "The next session's orientation says what this one did.",
} as const;
export type Delivery = keyof typeof DELIVERIES;

/** What was seen, for each moment that could be played. */
export type Played = Readonly<Partial<Record<Moment, readonly Delivery[]>>>;

export interface MeasuredClient {
  readonly version: string;
  readonly moments: Played;
}

/** By the names of the adapters. */
export interface ConformanceFacts {
  /** Played with the real client, by test/real-clients and test/claude-code. */
  readonly measured: Readonly<Record<string, MeasuredClient>>;
  /** Payloads from the client's documentation, played through our hooks, by test/e2e/documented-moments.test.ts. */
  readonly documented: Readonly<Record<string, Played>>;
}

const NO_EVENT = 'the client has no such event';

/** Moments that the clients do not have, or do not report. */
const WITHOUT_EVENT: Readonly<Record<string, readonly Moment[]>> = {
  // The event before a compression fires before every request, and there is none after it. Conversations cannot be forked.
  gemini: ['compact', 'fork'],
  // Only the start of a new conversation is documented.
  cursor: ['resume', 'clear', 'fork'],
  vscode: ['resume', 'clear', 'fork', 'end'],
  // A cleared conversation is a new one.
  opencode: ['clear'],
};

function cellOf(name: string, moment: Moment, { measured, documented }: ConformanceFacts): string {
  const hows = { measured: measured[name]?.moments, documented: documented[name] };
  const seen = Object.entries(hows).flatMap(([how, played]) => {
    const deliveries = played?.[moment];
    return deliveries === undefined ? [] : [`${how}: ${deliveries.join(', ') || 'nothing'}`];
  });
  const cells = WITHOUT_EVENT[name]?.includes(moment) ? [...seen, NO_EVENT] : seen;
  const [cell, ...others] = cells;
  if (cell === undefined || others.length > 0)
    throw new Error(`${name}, ${moment}: ${cells.join(' and ') || 'played by no test'}`);
  return cell;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The page docs/reference/clients.md, from facts that tests recorded and from what the adapters declare. */
export function conformancePage(
  note: string,
  adapters: readonly ClientAdapter[],
  facts: ConformanceFacts,
): string {
  const withHooks = adapters.filter(({ hooks }) => hooks !== undefined);
  const rows = withHooks.map(({ name, title }) => {
    const { version } = facts.measured[name] ?? {};
    const heading = version === undefined ? title : `${title} ${version}`;
    return row([heading, ...MOMENTS.map((moment) => cellOf(name, moment, facts))]);
  });
  const events = withHooks.map(({ title, hooks }) => {
    const names = Object.entries(hooks?.events ?? {}).map(([native, own]) => `\`${native}\` → \`${own}\``);
    return row([title, names.join(', ')]);
  });
  const others = adapters.filter(({ hooks }) => hooks === undefined).map(({ title }) => title);
  return `# What each client delivers

${note}
- measured: played with the real client, against a scripted model on the same machine (\`npm run e2e:claude-code\`, \`npm run e2e:clients\`).
- documented: payloads as the client documents them, played through our hooks. The client itself was not run for this cell.
- ${NO_EVENT}: nothing can be delivered. The agent can call \`boot_report\`.

${row(['client', ...MOMENTS])}
|${'---|'.repeat(MOMENTS.length + 1)}
${rows.join('\n')}

Clients without hooks get the MCP server only, and the agent calls \`start_session\` and \`end_session\` itself: ${others.join(', ')}.

## What the words mean

| word | meaning |
|---|---|
${Object.entries(DELIVERIES)
  .map(([name, meaning]) => row([name, meaning]))
  .join('\n')}

## Events that are used

| client | event of the client → event of Throughline |
|---|---|
${events.join('\n')}
`;
}
