import { invalid } from '../domain/error.ts';
import { recordId } from '../domain/handoff/handoff.ts';
import { HOUR_MS, type Instant, plusMs } from '../domain/instant.ts';
import { newRecord } from '../domain/record/new-record.ts';
import {
  RECORD_FILING,
  type RecordCategory,
  type RecordType,
  type ThroughlineRecord,
} from '../domain/record/record.ts';
import { SOURCES } from '../domain/record/sources.ts';
import { type Moment, momentIn } from '../domain/session/decide.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import type { LocatedProject, Place } from './locate-project.ts';
import type { Writer } from './locate-writer.ts';
import type { MemoryTexts } from './memory-texts.ts';
import type { Found } from './redact-content.ts';

type Needs = Pick<
  Deps,
  'clock' | 'filesFor' | 'folders' | 'ids' | 'readOff' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

export interface StoreMemoryInput {
  readonly content: string;
  readonly category?: RecordCategory | undefined;
  readonly type?: RecordType | undefined;
  readonly subject?: string | undefined;
  readonly importance?: number | undefined;
  /** null is global. */
  readonly project?: string | null | undefined;
  readonly supersedes?: readonly string[] | undefined;
  readonly expires_at?: Instant | undefined;
  readonly ttl_hours?: number | undefined;
  readonly occurred_at?: Instant | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly session_id?: string | undefined;
  /** A person at a prompt has no sitting: with no session open, none is begun for one remark. */
  readonly beginsNoSession?: boolean | undefined;
}

/** A call to keep something, its texts checked and without secrets. */
export interface StoreRequest {
  readonly deps: Needs;
  readonly caller: Caller;
  readonly input: StoreMemoryInput;
  readonly texts: MemoryTexts;
  readonly redacted: Found;
  readonly moment: Moment;
}

export function expiryOf({ expires_at, ttl_hours }: StoreMemoryInput, now: Instant): Instant | null {
  if (expires_at !== undefined && ttl_hours !== undefined) {
    throw invalid(
      'arguments_contradict',
      '`expires_at` and `ttl_hours` both say when it expires.',
      'Pass one of them; nothing was written.',
      { fields: [{ field: 'ttl_hours', problem: 'cannot go with `expires_at`' }] },
    );
  }
  if (expires_at !== undefined && expires_at <= now) {
    throw invalid(
      'expiry_in_the_past',
      `\`expires_at\` ${expires_at} is over already.`,
      'Pass a later time; nothing was written.',
      {
        fields: [{ field: 'expires_at', problem: 'is in the past' }],
      },
    );
  }
  return ttl_hours === undefined ? (expires_at ?? null) : plusMs(now, ttl_hours * HOUR_MS);
}

export function draftMemory(
  { input, texts, moment }: StoreRequest,
  writer: Writer | null,
  scope: LocatedProject | null,
  place: Place,
): ThroughlineRecord {
  const session = writer?.draft.session ?? null;
  const at = session === null ? moment.now : momentIn(session, moment);
  const type = input.type ?? 'memory';
  const filing = RECORD_FILING[type];
  const projectId = scope?.project.id ?? null;
  return newRecord({
    id: recordId(session?.id ?? projectId ?? '', type, texts.content),
    type,
    category: input.category ?? filing.category,
    importance: input.importance ?? filing.importance,
    content: texts.content,
    subject: texts.subject,
    projectId,
    sessionId: session?.id ?? null,
    source: SOURCES.memory,
    ...place,
    createdAt: at,
    occurredAt: input.occurred_at ?? null,
    tags: texts.tags,
    aliases: texts.aliases,
    supersedes: input.supersedes ?? [],
    expiresAt: expiryOf(input, moment.now),
  });
}
