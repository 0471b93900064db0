import { invalid } from '../../domain/error.ts';
import { BRIEF_BUDGET } from '../../domain/orientation/orientation.ts';
import { SESSION_KINDS } from '../../domain/session/session.ts';
import { CLI_AGENT, ownSessions, sessionsHere } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { parseChoice } from '../parse-choice.ts';
import { sayStarted } from '../say-session.ts';

/** A note or memory may have begun one already: two at once would leave everyone to ask which. */
async function beganHere(context: CommandContext): Promise<string | undefined> {
  const [own] = await ownSessions(context, await sessionsHere(context, 'active'));
  return own?.session_id;
}

export const sessionStart = defineCommand({
  name: 'session start',
  summary: 'Begin a session, or take up the one paused here, and see where things stand.',
  effect: 'write',
  examples: [
    'throughline session start',
    'throughline session start --title "Port the parser" --brief',
    'throughline session start --new',
    'throughline session start --after ses_…',
  ],
  flags: [
    { name: 'title', value: 'TEXT', description: 'What a new sitting is about; one taken up keeps its own.' },
    { name: 'new', description: 'Begin another one, even if one is paused or active here.' },
    { name: 'after', value: 'ID', description: 'Continue the line of this session in a new one.' },
    { name: 'agent', value: 'NAME', description: `Who works in it; default ${CLI_AGENT}.` },
    { name: 'kind', value: 'KIND', choices: SESSION_KINDS, description: 'work (default) or game.' },
    { name: 'brief', description: 'A report of about 1,600 characters.' },
  ],
  parse(flags) {
    if (flags.new !== undefined && flags.after !== undefined) {
      throw invalid('arguments_contradict', '--after begins a new session already.', 'Leave out --new.');
    }
    return {
      title: flags.title?.[0],
      resume: flags.new === undefined ? undefined : false,
      predecessor_id: flags.after?.[0],
      agent: flags.agent?.[0],
      kind: parseChoice('--kind', flags.kind?.[0], SESSION_KINDS),
      budget_chars: flags.brief === undefined ? undefined : BRIEF_BUDGET,
    };
  },
  async act(context, { agent, ...options }) {
    const { services, caller, project } = context;
    const isPlain = agent === undefined && options.resume !== false && options.predecessor_id === undefined;
    const begun = isPlain && caller.clientSessionId === null ? await beganHere(context) : undefined;
    if (begun !== undefined) {
      const { budget_chars, kind, title } = options;
      const joined = await services.startSession(caller, { session_id: begun, budget_chars, kind });
      return sayStarted(context, joined, { title });
    }
    const name = agent ?? (caller.clientSessionId === null ? CLI_AGENT : undefined);
    const started = await services.startSession(caller, { project, agent: name, ...options });
    return sayStarted(context, started, { title: options.title, agent });
  },
});
