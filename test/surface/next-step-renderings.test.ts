import { describe, expect, it } from 'vitest';
import { commandStep, commandWording } from '../../src/cli/command-wording.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { type Action, type Actions, type NextStep, nextStep } from '../../src/domain/next-step.ts';
import { SUCCESSION_POLICIES } from '../../src/domain/session/session.ts';
import { ALL_COMMANDS, COMMANDS } from '../../src/main/command-list.ts';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { parserOf } from '../../src/mcp/tool-list.ts';
import { isForPerson, toolCall, toolWording } from '../../src/mcp/tool-wording.ts';

const SESSION = 'ses_0123456789abcdefghjkmnpqrs';
const RECORD = 'rec_0123456789abcdefghjkmnpqrs';
const NAME = "The Salt Roads, Ana's";

/** Arguments of every action: without those that may be left out, and with all of them. */
const SAMPLES: { readonly [A in Action]: readonly Actions[A][] } = {
  'orientation.read': [{}, { project: NAME, format: 'full' }],
  'gap.list': [{}, { project: NAME }],
  'session.start': [
    {},
    { project: NAME, predecessor: SESSION },
    { kind: 'game' },
    { kind: 'game', campaign: NAME, predecessor: SESSION },
  ],
  'session.resume': [
    {},
    { session: SESSION },
    { kind: 'game' },
    { kind: 'game', campaign: NAME, session: SESSION },
  ],
  'session.list': [{}, { project: NAME }],
  'session.show': [{}, { session: SESSION, detail: 'full' }],
  'session.end': [{}, { session: SESSION, mode: 'pause' }, { kind: 'game', session: SESSION, mode: 'pause' }],
  'session.close': [
    { session: SESSION },
    ...SUCCESSION_POLICIES.map((policy) => ({ session: SESSION, policy })),
  ],
  'note.add': [{}, { session: SESSION }],
  'note.read': [{}, { project: NAME }, { session: SESSION, project: NAME }],
  'project.list': [{}],
  'loop.resolve': [{}, { id: RECORD }],
  'memory.read': [{ ids: [RECORD] }, { ids: [RECORD, RECORD] }],
  'memory.list': [
    {},
    { type: 'open_loop', project: NAME },
    { type: 'decision', project: NAME, status: 'all' },
    { session: SESSION, type: 'checkpoint', status: 'all' },
  ],
  'memory.search': [{}, { project: NAME }],
  'memory.store': [{}, { type: 'constraint', isGlobal: true, supersedes: [RECORD] }],
  'memory.restore': [{}],
  'memory.update': [{}, { id: RECORD, status: 'active' }, { id: RECORD, status: 'resolved' }],
  'capture.list': [{}, { isUnreviewed: true }],
  'capture.read': [{}, { id: 'cap_1' }],
  'campaign.list': [{}],
  'campaign.show': [{}, { campaign: NAME, section: 'branches' }],
  'campaign.save': [{}, { campaign: NAME }],
  'entity.save': [{}, { kind: 'npc', name: NAME, visibility: 'dm_only' }],
  'game.update': [{}],
  'event.list': [{}],
  'campaign.export': [{}],
  'campaign.import': [{}],
  'backup.create': [{}],
  'backup.restore': [{}, { file: '/home/ada/.throughline/backups/store.db' }],
  'backup.purge': [{}],
  'doctor.run': [{}, { isRepairing: true }],
  'project.switch-on': [{}],
  'config.set': [{ key: 'embedder_url', value: 'http://localhost:11434/v1' }, { key: 'allowed_roots' }],
  'identity.edit': [{}],
  'identity.show': [{}],
  'client.install': [{}, { client: 'claude-code', scope: 'project' }],
  'client.uninstall': [{ client: 'claude-code' }, { client: 'claude-code', scope: 'user' }],
  'client.print-settings': [{}, { client: 'codex' }],
};

const STEPS = (Object.keys(SAMPLES) as Action[]).flatMap((action) =>
  (SAMPLES[action] as readonly Actions[Action][]).map((args): NextStep => nextStep(action, args as never)),
);

/** As a shell splits it: words, and what is in single quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? ''),
  );

/** What a person is to fill in. */
const hasPlaceholder = (line: string) => /\b[A-Z]{2,}\b/.test(line);

/** Refuses what is no command, or has a flag or a value that the command does not take. */
function checkCommand(line: string): void {
  const [program, ...argv] = wordsOf(line);
  expect(program).toBe('throughline');
  const parsed = parseCommandLine(argv, ALL_COMMANDS);
  if (!('command' in parsed)) throw new Error(`${line} is no command`);
  if (hasPlaceholder(line)) return;
  COMMANDS.find(({ name }) => name === parsed.command.name)?.parse(parsed.flags, parsed.words);
}

describe('every action', () => {
  it.each(STEPS)(
    '$action $args is a tool with arguments that it takes, or a command for a person',
    (step) => {
      const call = toolCall(step);
      if (isForPerson(call)) return checkCommand(String(call.args.command));
      const tool = TOOLS.find(({ name }) => name === call.action);
      if (tool === undefined) throw new Error(`there is no tool ${call.action}`);
      expect(parserOf(tool).partial().safeParse(call.args).error).toBeUndefined();
      expect(toolWording.step(step)).toMatch(new RegExp(`^${call.action}(?: \\w+=\\S.*)?$`));
    },
  );

  it.each(STEPS)('$action $args is a command with flags that it takes, or what an agent can do', (step) => {
    const { command } = commandStep(step);
    if (command === null) expect(commandWording.step(step)).toMatch(/^an agent in a session can \w+/);
    else checkCommand(command);
  });

  it.each(STEPS)('$action $args makes one sentence on each surface', (step) => {
    expect(toolWording.steps([step, step])).toMatch(/^(?:Call|Ask the person to run) [^\n]+\.$/);
    expect(commandWording.steps([step, step])).toMatch(/^(?:Run|An agent in a session can) [^\n]+\.$/);
  });
});
