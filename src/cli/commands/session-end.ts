import { hasCode, invalid } from '../../domain/error.ts';
import { nearest } from '../../lib/nearest.ts';
import { findActiveSession, findOnlyPaused } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import {
  endOrPauseSession,
  HANDOFF_FLAGS,
  HANDOFF_PARTS,
  type HandoffPart,
  type HandoffTexts,
  isEmptyTexts,
  parseLeaving,
  readHandoffTexts,
  SESSION_POSITIONAL,
} from '../end-or-pause.ts';
import { switchFlag } from '../flags.ts';
import { oneLine } from '../terminal-text.ts';
import { listLoops } from './loops.ts';

export interface KnownLoop {
  readonly id: string;
  readonly content: string;
}

const comment = (text: string) => `<!-- ${oneLine(text).replaceAll('-->', '→')} -->`;
const isComment = (line: string) => /^\s*<!--.*-->\s*$/.test(line);
const LOOP_CHARS = 100;

export function handoffTemplate(loops: readonly KnownLoop[]): string {
  const parts = HANDOFF_PARTS.flatMap(({ heading, description, isList, flag }) => [
    `# ${heading}`,
    comment(isList ? `${description} Write one item per line, each after "- ".` : description),
    ...(flag === 'resolve'
      ? loops.map(({ id, content }) => comment(`${id} ${content.slice(0, LOOP_CHARS)}`))
      : []),
    '',
    '',
  ]);
  return [
    comment(
      'The handoff for the next session. Save and close the file to store it. Leave it empty to cancel.',
    ),
    comment('Lines like this one are not stored.'),
    '',
    ...parts,
  ].join('\n');
}

const headingOf = (line: string): string | undefined => /^# +(.+?) *$/.exec(line)?.[1];

function partNamed(heading: string): HandoffPart | undefined {
  const known = HANDOFF_PARTS.find((part) => part.heading.toLowerCase() === heading.toLowerCase());
  if (known !== undefined) return known;
  const headings = HANDOFF_PARTS.map((part) => part.heading);
  const [near] = nearest(heading, headings, 1);
  // A heading that resembles none of ours is part of the person's text.
  if (near === undefined) return undefined;
  throw invalid(
    'unknown_heading',
    `There is no heading "# ${heading}".`,
    `Did you mean "# ${near}"? Nothing was written.`,
    {
      allowed: headings,
    },
  );
}

const BULLET = /^\s*[-*] +/;

/** A bullet or the line after an empty line begins an item; other lines continue it. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.trim() === '') isOpen = false;
    else if (BULLET.test(line) || !isOpen) {
      items.push(line.replace(BULLET, '').trim());
      isOpen = true;
    } else items.push(`${items.pop()}\n${line.trim()}`);
  }
  return items.filter((item) => item !== '');
}

/** Parses the edited text. Text before the first heading is the checkpoint. */
export function parseHandoff(text: string): HandoffTexts {
  const lines = new Map<string, string[]>();
  let part: HandoffPart | undefined = HANDOFF_PARTS[0];
  for (const line of text.split(/\r?\n/)) {
    if (isComment(line)) continue;
    const heading = headingOf(line);
    const next = heading === undefined ? undefined : partNamed(heading);
    if (next !== undefined) part = next;
    else if (part !== undefined) lines.set(part.flag, [...(lines.get(part.flag) ?? []), line]);
  }
  return Object.fromEntries(
    HANDOFF_PARTS.map(({ flag, isList }) => {
      const own = lines.get(flag) ?? [];
      const whole = own.join('\n').trim();
      return [flag, isList ? itemsOf(own) : whole === '' ? [] : [whole]];
    }),
  );
}

/** Prints the text again if it cannot be stored, so that it is not lost. */
async function withEditor(
  context: CommandContext,
  leave: (texts: HandoffTexts) => ReturnType<typeof endOrPauseSession>,
) {
  const text = await context.edit(
    handoffTemplate(await listLoops(context)),
    'throughline end --checkpoint TEXT',
  );
  try {
    const texts = parseHandoff(text);
    if (isEmptyTexts(texts)) {
      throw invalid(
        'handoff_empty',
        'The handoff is empty; nothing was written.',
        'Run it again and write where you left off under "# Checkpoint".',
      );
    }
    return await leave(texts);
  } catch (error) {
    if (!hasCode(error, 'handoff_empty')) context.printNotice(`You had written:\n\n${text}`);
    throw error;
  }
}

export const sessionEnd = defineCommand({
  name: 'session end',
  aliases: ['end'],
  summary: 'Write a handoff and end the session. Without flags, opens your editor.',
  effect: 'write',
  examples: [
    'throughline end',
    'throughline end --checkpoint "Parser done, printer half done" --open-loop "Who owns the release?"',
    'git log -1 --format=%B | throughline end --checkpoint -',
    'throughline session end ses_… --checkpoint "Done" --resolve rec_…',
  ],
  positionals: [SESSION_POSITIONAL],
  flags: { ...HANDOFF_FLAGS, pause: switchFlag('Pause the session instead of ending it.') },
  parse: ({ pause }, words, given) => ({
    ...parseLeaving('end', given, words),
    mode: pause ? ('pause' as const) : ('end' as const),
  }),
  async act(context, { session: named, texts, mode }) {
    const active = named ?? (await findActiveSession(context));
    const paused = active === undefined && mode === 'end' ? await findOnlyPaused(context) : undefined;
    const leave = async (given: HandoffTexts) => {
      // A paused session left a handoff already; this one is added to it.
      const session = active ?? paused?.session_id;
      const { lines, facts } = await endOrPauseSession(context, { mode, session, texts: given });
      return { lines: paused === undefined ? lines : [...lines, 'The session was paused before.'], facts };
    };
    const opensEditor = context.isTerminal && isEmptyTexts(texts) && mode === 'end';
    return opensEditor ? withEditor(context, leave) : leave(await readHandoffTexts(texts, context));
  },
});
