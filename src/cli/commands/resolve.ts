import { type CommandContext, defineCommand } from '../define-command.ts';
import { textFlag } from '../flags.ts';
import { renderRedacted } from '../format.ts';
import { listLoops, matchLoops } from '../open-loops.ts';
import { quotedName } from '../terminal-text.ts';

const isId = (word: string) => /^rec_\w+$/.test(word);

/** Ids may name records of any type; text names open loops. All are found before any is written. */
async function findRecords(context: CommandContext, words: readonly string[]) {
  const { services, caller } = context;
  const ids = words.filter(isId);
  const texts = words.filter((word) => !isId(word));
  const byId = ids.length === 0 ? [] : (await services.listMemories(caller, { ids })).memories;
  const byText = texts.length === 0 ? [] : matchLoops(await listLoops(context), texts);
  return [...new Map([...byId, ...byText].map((record) => [record.id, record])).values()];
}

export const resolve = defineCommand({
  name: 'resolve',
  summary: 'Mark open loops as resolved, by id or by some of their words.',
  effect: 'write',
  needsStore: true,
  examples: [
    'throughline resolve rec_… --because "Ana owns the release"',
    'throughline resolve rec_… rec_…',
    'throughline resolve who owns the release',
  ],
  positionals: [
    {
      name: 'ID|TEXT',
      description: 'Ids, or some words of one open loop. Run throughline loops to list them.',
      isRepeatable: true,
    },
  ],
  flags: { because: textFlag('TEXT', 'How it was resolved.') },
  async act(context, { because: resolution, words }) {
    const { services, caller, style } = context;
    const resolved = [];
    for (const { id } of await findRecords(context, words)) {
      resolved.push(await services.updateMemory(caller, { id, status: 'resolved', resolution }));
    }
    return {
      lines: resolved.flatMap(({ record, isChanged, redacted }) => [
        `${style.bold(record.id)} ${isChanged ? style.good('resolved') : 'was already resolved'}: ${quotedName(record.content)}`,
        ...renderRedacted(redacted),
      ]),
      facts: {
        resolved: resolved.map(({ record, isChanged }) => ({ record, is_changed: isChanged })),
      },
    };
  },
});
