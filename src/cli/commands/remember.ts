import { invalid } from '../../domain/error.ts';
import { RECORD_TYPES } from '../../domain/record/record.ts';
import { sessionFlag, typeFlag } from '../common-flags.ts';
import { defineCommand } from '../define-command.ts';
import { parseChoice } from '../parse-choice.ts';
import { parseInstant } from '../parse-instant.ts';
import { parseNumber } from '../parse-number.ts';
import { FROM_STDIN, joinWords, readOr } from '../read-words.ts';
import { storeText } from '../store-text.ts';

const HUNDRED_YEARS_IN_HOURS = 876_000;

export const remember = defineCommand({
  name: 'remember',
  summary: 'Keep one thing: a memory, decision, constraint, open loop, …',
  effect: 'write',
  examples: [
    'throughline remember "The staging database is rebuilt every Monday"',
    'throughline remember --type constraint "Never deploy on Fridays"',
    'throughline remember --type decision --subject storage --supersedes rec_… "SQLite, not files"',
    'throughline remember --global --type preference "Short answers"',
    'throughline remember --ttl-hours 48 "The API is down for maintenance"',
    'cat notes.md | throughline remember -',
  ],
  positionals: [{ name: 'TEXT', description: `What to keep; ${FROM_STDIN}`, isRepeatable: true }],
  flags: [
    typeFlag('What it is; default memory, which search finds and boot does not show.'),
    { name: 'subject', value: 'TEXT', description: 'What it is about, in a word or two.' },
    { name: 'importance', value: 'N', description: '1 to 10; default: by type, 5 for a memory.' },
    { name: 'tag', value: 'TEXT', description: 'A label to find it by.', isRepeatable: true },
    { name: 'alias', value: 'TEXT', description: 'Another word it should be found by.', isRepeatable: true },
    { name: 'global', description: 'It holds in every project.' },
    { name: 'expires', value: 'TIME', description: 'From then on it no longer holds, such as 2026-03-01.' },
    { name: 'ttl-hours', value: 'N', description: 'Hours until it no longer holds.' },
    { name: 'supersedes', value: 'ID', description: 'The record it takes the place of.', isRepeatable: true },
    sessionFlag,
  ],
  parse(flags, words) {
    if (flags.global !== undefined && flags.project !== undefined) {
      throw invalid(
        'arguments_contradict',
        '--global is for every project, and --project for one.',
        'Leave out one of them; nothing was written.',
      );
    }
    const expires_at = parseInstant('--expires', flags.expires?.[0]);
    const ttl_hours = parseNumber('--ttl-hours', flags['ttl-hours']?.[0], {
      min: 0,
      max: HUNDRED_YEARS_IN_HOURS,
      isFraction: true,
    });
    if (ttl_hours === 0) {
      throw invalid('invalid_arguments', '--ttl-hours 0 would be over at once.', 'Pass a larger number.');
    }
    return {
      text: joinWords(words),
      isGlobal: flags.global !== undefined,
      input: {
        type: parseChoice('--type', flags.type?.[0], RECORD_TYPES),
        subject: flags.subject?.[0],
        importance: parseNumber('--importance', flags.importance?.[0], { min: 1, max: 10 }),
        tags: flags.tag,
        aliases: flags.alias,
        expires_at,
        ttl_hours,
        supersedes: flags.supersedes,
        session_id: flags.session?.[0],
      },
    };
  },
  async act(context, { text, isGlobal, input }) {
    const content = await readOr(text, context.readStdin);
    const project = isGlobal ? null : context.project;
    const isOfSession = input.type === 'checkpoint' || input.type === 'next_session_focus';
    return storeText(context, { ...input, content, project }, !isOfSession);
  },
});
