import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Change } from '../src/app/ports/ledger.ts';
import type { ThroughlineRecord } from '../src/domain/record/record.ts';
import { ROOT } from '../test/support/program.ts';
import { plainRecord } from './fill-store.ts';

/** A question with the ids of the records that answer it; none if nothing does. */
export interface Question {
  readonly kind: string;
  readonly project: string;
  readonly query: string;
  readonly right: ReadonlySet<string>;
}

/** Records of several projects, and questions about them. */
export interface SearchSet {
  readonly name: string;
  readonly records: readonly ThroughlineRecord[];
  readonly questions: readonly Question[];
}

/** Sets for measuring only. They are stored beside the project, never in it. */
const shared = (file: string) => join(ROOT, '..', 'shared', 'data', file);

function readShared<Content>(file: string): Content | undefined {
  const path = shared(file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : undefined;
}

interface ShortChat {
  readonly id: string;
  readonly sessions: readonly {
    readonly n: number;
    readonly date: string;
    readonly turns: readonly { readonly id: string; readonly speaker: string; readonly text: string }[];
  }[];
  readonly questions: readonly {
    readonly question: string;
    readonly category: number;
    readonly evidence: readonly string[];
  }[];
}

/** Category 5 has no answer in the conversation and is not counted. */
const CATEGORIES: Readonly<Record<number, string>> = {
  1: 'several turns',
  2: 'when',
  3: 'inference',
  4: 'one turn',
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `1:56 pm on 8 May, 2023` */
function instantOf(date: string): string {
  const [, hour, minute, half, day, month, year] =
    /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(date) ?? [];
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return new Date(
    Date.UTC(Number(year), MONTHS.indexOf(month ?? ''), Number(day), hours, Number(minute)),
  ).toISOString();
}

/** A turn as a record of its session. */
const turn = (
  project: string,
  session: number,
  id: string | number,
  speaker: string,
  text: string,
  at: string,
): ThroughlineRecord => ({
  ...plainRecord(`rec_${project}_${id}`, project, `${speaker}: ${text}`, at),
  sessionId: `ses_${project}_${session}`,
});

const rightIn = (project: string, ids: readonly (string | number)[]) =>
  new Set(ids.map((id) => `rec_${project}_${id}`));

/** Five long conversations of LoCoMo: short turns of two people. */
export function shortChats(): SearchSet | undefined {
  const file = readShared<{ conversations: readonly ShortChat[] }>('locomo-dev.json');
  if (file === undefined) return undefined;
  return {
    name: 'short chats',
    records: file.conversations.flatMap(({ id: project, sessions }) =>
      sessions.flatMap(({ n, date, turns }) =>
        turns.map(({ id, speaker, text }) => turn(project, n, id, speaker, text, instantOf(date))),
      ),
    ),
    questions: file.conversations.flatMap(({ id: project, questions }) =>
      questions.flatMap(({ question, category, evidence }) => {
        const kind = CATEGORIES[category];
        if (kind === undefined || evidence.length === 0) return [];
        return [{ kind, project, query: question, right: rightIn(project, evidence) }];
      }),
    ),
  };
}

interface LongChat {
  readonly id: string;
  readonly sessions: readonly {
    readonly n: number;
    readonly turns: readonly {
      readonly id: number;
      readonly role: string;
      readonly text: string;
      readonly anchor: string | null;
    }[];
  }[];
  readonly questions: readonly {
    readonly question: string;
    readonly kind: string;
    readonly evidence: readonly number[];
  }[];
}

/** `March-15-2024`; a turn without a date has that of the turn before it. */
const anchorOf = (anchor: string | null) => {
  const ms = anchor === null ? Number.NaN : Date.parse(`${anchor.replaceAll('-', ' ')} UTC`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

/** Eight chats of BEAM: long messages of a user and an assistant. */
export function longChats(): SearchSet | undefined {
  const file = readShared<{ chats: readonly LongChat[] }>('beam-dev.json');
  if (file === undefined) return undefined;
  return {
    name: 'long chats',
    records: file.chats.flatMap(({ id: project, sessions }) => {
      let at = '2024-01-01T00:00:00.000Z';
      return sessions.flatMap(({ n, turns }) =>
        turns.map(({ id, role, text, anchor }) => {
          at = anchorOf(anchor) ?? at;
          return turn(project, n, id, role, text, at);
        }),
      );
    }),
    questions: file.chats.flatMap(({ id: project, questions }) =>
      questions.map(({ question, kind, evidence }) => ({
        kind: kind.replaceAll('_', ' '),
        project,
        query: question,
        right: rightIn(project, evidence),
      })),
    ),
  };
}

interface NotesFile {
  readonly records: readonly {
    readonly key: string;
    readonly project: string | null;
    readonly type?: ThroughlineRecord['type'];
    readonly content: string;
    readonly subject?: string;
    readonly tags?: readonly string[];
    readonly aliases?: readonly string[];
    readonly importance?: number;
    readonly occurred_at?: string;
    readonly supersedes?: readonly string[];
    readonly resolved?: boolean;
  }[];
  readonly questions: readonly {
    readonly project: string;
    readonly query: string;
    readonly right: readonly string[];
    readonly kind: string;
  }[];
}

export const notes = (name: string): SearchSet => notesIn(join(ROOT, 'bench', 'search-set', `${name}.json`));

/** The notes of one file, as `bench/search-set/README.md` describes it. */
export function notesIn(path: string): SearchSet {
  const name = basename(path, '.json');
  const { records, questions } = JSON.parse(readFileSync(path, 'utf8')) as NotesFile;
  const idOf = (key: string) => `rec_${name}_${key}`;
  const projectOf = (project: string) => `${name}-${project}`;
  const successorOf = new Map(
    records.flatMap(({ key, supersedes = [] }) => supersedes.map((one) => [one, idOf(key)])),
  );
  const written = '2026-10-01T00:00:00.000Z';
  return {
    name,
    records: records.map((one) => ({
      ...plainRecord(
        idOf(one.key),
        one.project === null ? null : projectOf(one.project),
        one.content,
        one.occurred_at ?? written,
      ),
      type: one.type ?? 'memory',
      subject: one.subject ?? null,
      tags: one.tags ?? [],
      aliases: one.aliases ?? [],
      importance: one.importance ?? 5,
      supersedes: (one.supersedes ?? []).map(idOf),
      supersededBy: successorOf.get(one.key) ?? null,
      status: one.resolved === true ? 'resolved' : successorOf.has(one.key) ? 'superseded' : 'active',
    })),
    questions: questions.map(({ project, query, right, kind }) => ({
      kind,
      project: projectOf(project),
      query,
      right: new Set(right.map(idOf)),
    })),
  };
}

/** Questions over notes of engineers and of game masters, and tasks and long prompts over notes. */
export const NOTES = ['engineering', 'game', 'tasks'];

/** A project for each name, and its records. */
export function changesOf({ records }: SearchSet): readonly Change[] {
  const names = new Set(records.flatMap(({ projectId }) => projectId ?? []));
  return [
    ...[...names].map((name): Change => {
      const createdAt = '2020-01-01T00:00:00.000Z';
      const project = {
        id: name,
        key: `name:${name}`,
        name,
        kind: 'work' as const,
        anchorPath: null,
        fingerprint: '',
        createdAt,
        version: 1,
      };
      return { kind: 'project', project, expectedVersion: 0, keys: [project.key] };
    }),
    ...records.map((record): Change => ({ kind: 'record', record, expectedVersion: 0 })),
  ];
}
