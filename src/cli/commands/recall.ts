import type { RecordView } from '../../app/views/entity-views.ts';
import type { Instant } from '../../domain/instant.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import type { ShortenId } from '../../domain/short-id.ts';
import { confirm } from '../confirm.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import { yesFlag } from '../flags.ts';
import { formatAgo, renderNoticeLines, renderNotices } from '../format.ts';
import { shortIds } from '../short-ids.ts';
import { labelled, quotedLines, quotedName, type Style } from '../terminal-text.ts';
import { renderCapture } from './capture.ts';
import { readSession } from './session-show.ts';

type RecordHead = Pick<RecordView, 'id' | 'project' | 'created_at'> & {
  readonly status: string;
  readonly type: string;
  readonly superseded_by?: string | null;
  readonly subject?: string | null;
  readonly expires_at?: string | null;
};

const isNone = (value: string | null | undefined): value is null | undefined =>
  value === null || value === undefined;

/** How records are shown on this terminal. */
export interface RecordPage {
  readonly style: Style;
  readonly now: Instant;
  readonly shorten: ShortenId;
}

export function renderRecordHead(record: RecordHead, { style, now, shorten }: RecordPage): string {
  const facts = [
    record.type,
    record.status === 'active' ? '' : record.status,
    isNone(record.superseded_by) ? '' : `replaced by ${shorten(record.superseded_by)}`,
    isNone(record.subject) ? '' : `about ${quotedName(record.subject)}`,
    record.project === null ? 'every project' : '',
    isNone(record.expires_at) ? '' : `until ${record.expires_at}`,
    formatAgo(record.created_at, now),
  ];
  return `${style.bold(shorten(record.id))}  ${style.dim(facts.filter((fact) => fact !== '').join(' · '))}`;
}

export function renderRecord(record: RecordView, page: RecordPage): readonly string[] {
  const words = [...record.tags.map((tag) => `#${quotedName(tag)}`), ...record.aliases.map(quotedName)];
  return [
    renderRecordHead(record, page),
    ...quotedLines(record.content),
    ...(record.resolution === null ? [] : labelled('Resolved', record.resolution)),
    ...(words.length === 0 ? [] : [page.style.dim(`Found by: ${words.join(', ')}`)]),
  ];
}

export const forget = defineCommand({
  name: 'forget',
  summary: 'Delete a record permanently, with all its versions.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline forget rec_…', 'throughline forget rec_… --yes'],
  positionals: [{ name: 'ID', description: 'The id of the record. Run throughline search to find it.' }],
  flags: { yes: yesFlag },
  async act(context, { yes, words: [id = ''] }) {
    const { memories } = await context.services.listForDeletion(context.caller, { ids: [id] });
    const shorten = await shortIds(
      context,
      memories.map((record) => record.id),
    );
    if (!yes) {
      await confirm(context, {
        question: 'Delete it permanently?',
        notices: () => memories.flatMap((record) => renderRecord(record, { ...context, shorten })),
        risk: 'Deleting cannot be undone',
        hint: 'Pass --yes to confirm. To mark a record as resolved instead, run throughline resolve.',
        action: 'delete it',
        done: 'deleted',
      });
    }
    const {
      id: deleted,
      versions,
      digest,
      notices,
    } = await context.services.deleteMemory(context.caller, { id });
    return {
      lines: [
        `${context.style.bold(shorten(deleted))} ${context.style.good('deleted')}, with ${countOf(versions, 'version')}.`,
        ...renderNoticeLines(notices),
      ],
      facts: { id: deleted, is_deleted: true, versions, digest, notices: renderNotices(notices) },
    };
  },
});

export interface Recalled {
  /** With short ids. */
  readonly lines: readonly string[];
  /** As `--json` shows it, in the list of its kind. */
  readonly facts: unknown;
}

async function readNote(context: CommandContext, id: string): Promise<Recalled> {
  const { services, caller, style } = context;
  const note = await services.readNote(caller, { id });
  const shorten = await shortIds(context, [note.id]);
  const head = note.title === null ? '' : `  ${quotedName(note.title)}`;
  const rest = [note.summary, ...note.events, note.notes ?? ''].filter((text) => text !== '');
  return {
    lines: [`${style.bold(shorten(note.id))}${head}`, ...rest.flatMap((text) => quotedLines(text))],
    facts: note,
  };
}

/** What search finds besides records, by the type of its id: the list in `--json`, and how to read one. */
export type RecallReaders = Readonly<
  Record<string, readonly [list: string, read: (context: CommandContext, id: string) => Promise<Recalled>]>
>;

const READERS: RecallReaders = {
  cap: ['captures', (context, id) => renderCapture(context, id, 'structured')],
  ses: ['sessions', (context, id) => readSession(context, id, false)],
  not: ['notes', readNote],
};

async function recallRecords(context: CommandContext, ids: readonly string[]) {
  if (ids.length === 0) return { lines: [], facts: { records: [], left_out: [] } };
  const { memories } = await context.services.listMemories(context.caller, { ids });
  const left = ids.slice(memories.length);
  const shorten = await shortIds(context, [
    ...memories.flatMap((record) => [record.id, record.superseded_by]),
    ...left,
  ]);
  const blocks = memories.map((record) => renderRecord(record, { ...context, shorten }));
  const more = `Not all records fit into one result. To see the rest: throughline recall ${left.map(shorten).join(' ')}`;
  return {
    lines: [
      ...blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
      ...(left.length === 0 ? [] : ['', more]),
    ],
    facts: { records: memories, left_out: left },
  };
}

/** `features` adds the readers of features. */
export const recall = (features: RecallReaders) => {
  const readers = { ...READERS, ...features };
  const otherOf = (id: string) => readers[id.split('_', 1)[0] ?? ''];
  return defineCommand({
    name: 'recall',
    summary: 'Show records, notes, captures or sessions in full.',
    effect: 'read',
    examples: [
      'throughline recall rec_…',
      'throughline recall rec_… cap_…',
      'throughline recall rec_… --json',
    ],
    positionals: [
      {
        name: 'ID',
        description: 'Ids of records, notes, captures, sessions or game events, from boot, search or loops.',
        isRepeatable: true,
      },
    ],
    async act(context, { words: ids }): Promise<CommandOutput> {
      const records = await recallRecords(
        context,
        ids.filter((id) => otherOf(id) === undefined),
      );
      const lines = [...records.lines];
      const lists: Record<string, unknown[]> = {};
      for (const id of ids) {
        const other = otherOf(id);
        if (other === undefined) continue;
        const [list, read] = other;
        const recalled = await read(context, id);
        lists[list] = [...(lists[list] ?? []), recalled.facts];
        lines.push(...(lines.length === 0 ? [] : ['']), ...recalled.lines);
      }
      return { lines, hasShortIds: true, facts: { ...records.facts, ...lists } };
    },
  });
};
