import { MAX_EPITAPH, MAX_REASON } from '../../app/input-constraints.ts';
import type { StartedSession } from '../../app/start-session.ts';
import { closedView } from '../../app/views/ended-view.ts';
import { gapView } from '../../app/views/orientation-view.ts';
import { notFound } from '../../domain/error.ts';
import { BRIEF_BUDGET } from '../../domain/orientation/orientation.ts';
import { quoteInline } from '../../domain/quote-text.ts';
import { SESSION_KINDS, SUCCESSION_POLICIES } from '../../domain/session/session.ts';
import { CLI_AGENT, filterOwnSessions, findActiveSession, listSessionsHere } from '../active-session.ts';
import { commandStep } from '../command-wording.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import {
  endOrPauseSession,
  HANDOFF_FLAGS,
  isEmptyTexts,
  parseLeaving,
  readHandoffTexts,
  SESSION_POSITIONAL,
} from '../end-or-pause.ts';
import { briefFlag, choiceFlag, contradiction, switchFlag, textFlag } from '../flags.ts';
import { renderRedacted } from '../format.ts';
import { escapeText, labelled, oneLine } from '../terminal-text.ts';

type RequestedNames = Readonly<Record<'title' | 'agent', string | undefined>>;

/** A resumed session keeps its title and agent; the output says that the flags were ignored. */
function renderKeptNames({ session, resolution }: StartedSession, asked: Partial<RequestedNames>) {
  if (resolution.outcome !== 'rejoined') return [];
  return (['title', 'agent'] as const).flatMap((part) => {
    const kept = session[part];
    if (asked[part] === undefined || asked[part] === kept) return [];
    const own = kept === null ? `has no ${part}` : `keeps its ${part} ${quoteInline(oneLine(kept))}`;
    return [`It ${own}. To use --${part}, start a new session with --new.`];
  });
}

export async function renderStarted(
  context: Pick<CommandContext, 'style' | 'caller' | 'services'>,
  started: StartedSession,
  asked: Partial<RequestedNames> = {},
): Promise<CommandOutput> {
  const { style, caller } = context;
  const { session, resolution, report, score, gaps, redacted } = started;
  const notices = renderKeptNames(started, asked);
  const why = oneLine(resolution.why);
  return {
    lines: [
      `${style.bold(session.session_id)} ${style.good(resolution.outcome)}: ${why}.`,
      ...notices,
      ...renderRedacted(redacted),
      '',
      escapeText(report),
    ],
    facts: {
      session,
      resolution,
      report,
      score,
      gaps: gaps.map(gapView(caller.wording, (next) => next.map(commandStep))),
      redacted,
      notices,
    },
  };
}

/** A note or memory may have started a session already. Two active ones would make later commands ambiguous. */
async function findOwnActiveSession(context: CommandContext): Promise<string | undefined> {
  const [own] = await filterOwnSessions(context, await listSessionsHere(context, 'active'));
  return own?.session_id;
}

export const sessionStart = defineCommand({
  name: 'session start',
  summary: 'Start a session, or resume the paused one, and show the boot report.',
  effect: 'write',
  examples: [
    'throughline session start',
    'throughline session start --title "Port the parser" --brief',
    'throughline session start --new',
    'throughline session start --after ses_…',
  ],
  flags: {
    title: textFlag('TEXT', 'The title of a new session. A resumed session keeps its title.'),
    new: switchFlag('Start a new session, even if one is paused or active here.'),
    after: textFlag('ID', 'Continue this session in a new one.'),
    agent: textFlag('NAME', `The agent that works in it. Default: ${CLI_AGENT}.`),
    kind: choiceFlag('KIND', SESSION_KINDS, 'work (default) or game.'),
    brief: briefFlag,
  },
  parse({ new: isNew, after, brief, ...options }) {
    if (isNew && after !== undefined) {
      throw contradiction(
        '--after and --new cannot be combined: --after always starts a new session.',
        'Leave out --new.',
      );
    }
    return {
      ...options,
      resume: isNew ? false : undefined,
      predecessor_id: after,
      budget_chars: brief ? BRIEF_BUDGET : undefined,
    };
  },
  async act(context, { agent, ...options }) {
    const { services, caller, project } = context;
    const isPlain = agent === undefined && options.resume !== false && options.predecessor_id === undefined;
    const begun =
      isPlain && caller.clientSessionId === null ? await findOwnActiveSession(context) : undefined;
    if (begun !== undefined) {
      const { budget_chars, kind, title } = options;
      const joined = await services.startSession(caller, { session_id: begun, budget_chars, kind });
      return renderStarted(context, joined, { title });
    }
    const name = agent ?? (caller.clientSessionId === null ? CLI_AGENT : undefined);
    const started = await services.startSession(caller, { project, agent: name, ...options });
    return renderStarted(context, started, { title: options.title, agent });
  },
});

export const sessionResume = defineCommand({
  name: 'session resume',
  summary: 'Resume a paused or lost session. An ended session continues in a new one.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline session resume', 'throughline session resume ses_… --brief'],
  positionals: [
    {
      name: 'ID',
      description: 'The id of the session. Default: the newest one paused here.',
      isOptional: true,
    },
  ],
  flags: { brief: briefFlag },
  async act(context, { brief, words: [id] }) {
    const session_id = id ?? (await listSessionsHere(context, 'paused'))[0]?.session_id;
    if (session_id === undefined) {
      throw notFound(
        'session_not_paused',
        'No session is paused here.',
        'Pass the id of a session from throughline session list, or run throughline session start.',
      );
    }
    const input = { session_id, budget_chars: brief ? BRIEF_BUDGET : undefined };
    return renderStarted(context, await context.services.startSession(context.caller, input));
  },
});

export const sessionPause = defineCommand({
  name: 'session pause',
  summary: 'Pause a session, with or without a handoff.',
  effect: 'write',
  examples: [
    'throughline session pause',
    'throughline session pause --checkpoint "Lunch; the printer is next"',
    'throughline session pause ses_…',
  ],
  positionals: [SESSION_POSITIONAL],
  flags: HANDOFF_FLAGS,
  parse: (_, words, given) => parseLeaving('session pause', given, words),
  async act(context, { session: named, texts }) {
    const active = named ?? (await findActiveSession(context));
    const isOwn = active !== undefined || context.caller.clientSessionId !== null;
    // A session that is paused already is accepted; without any session there must be a handoff.
    const session = isOwn ? active : (await listSessionsHere(context, 'paused'))[0]?.session_id;
    if (!isOwn && session === undefined && isEmptyTexts(texts)) {
      throw notFound(
        'session_not_active',
        'No session is active here.',
        'Run throughline session start to start one, or throughline session list to see all.',
      );
    }
    const read = await readHandoffTexts(texts, context);
    return endOrPauseSession(context, { mode: 'pause', session, texts: read });
  },
});

export const sessionClose = defineCommand({
  name: 'session close',
  summary: 'Close a session permanently. It stays readable.',
  effect: 'write',
  needsStore: true,
  examples: [
    'throughline session close ses_…',
    'throughline session close ses_… --reason "Shipped" --epitaph "It parsed."',
    'throughline session close ses_… --policy closed_without_successor',
  ],
  positionals: [
    { name: 'ID', description: 'The id of the session. Run throughline session list to find it.' },
  ],
  flags: {
    reason: textFlag('TEXT', `The reason, at most ${MAX_REASON} characters.`),
    epitaph: textFlag('TEXT', `A closing remark, at most ${MAX_EPITAPH} characters.`),
    policy: choiceFlag(
      'POLICY',
      SUCCESSION_POLICIES,
      'Whether a later session may continue it. Default: successor_allowed.',
    ),
  },
  async act(context, { reason, epitaph, policy: succession_policy, words: [session_id = ''] }) {
    const input = { session_id, reason, epitaph, succession_policy };
    const closed = await context.services.closeSession(context.caller, input);
    const view = closedView(closed, { profile: 'compact', isModelSafe: true, hasWork: true });
    const checkpoint = view.work?.checkpoint ?? null;
    const message = oneLine(view.message ?? '');
    return {
      lines: [
        message,
        ...(checkpoint === null ? [] : labelled('Where it left off', checkpoint)),
        ...renderRedacted(view.redacted),
      ],
      facts: view,
    };
  },
});
