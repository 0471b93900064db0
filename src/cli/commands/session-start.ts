import type { StartedSession } from '../../app/start-session.ts';
import { gapView } from '../../app/views/orientation-view.ts';
import { BRIEF_BUDGET } from '../../domain/orientation/orientation.ts';
import { quoteInline } from '../../domain/quote-text.ts';
import { SESSION_KINDS } from '../../domain/session/session.ts';
import { CLI_AGENT, filterOwnSessions, listSessionsHere } from '../active-session.ts';
import { commandStep } from '../command-wording.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import { briefFlag, choiceFlag, contradiction, switchFlag, textFlag } from '../flags.ts';
import { renderRedacted } from '../format.ts';
import { escapeText, oneLine } from '../terminal-text.ts';

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
