import { invalid } from '../domain/error.ts';
import { recordId } from '../domain/handoff/handoff.ts';
import { HOUR_MS, type Instant, plusMs } from '../domain/instant.ts';
import {
  newRecord,
  RECORD_DEFAULTS,
  type RecordCategory,
  type RecordType,
  type ThroughlineRecord,
} from '../domain/record/record.ts';
import { SOURCES } from '../domain/record/sources.ts';
import { sessionTime } from '../domain/session/decide.ts';
import type { TimeContext } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { WriteDeps } from './deps.ts';
import type { Checkout, LocatedProject } from './locate-project.ts';
import type { SessionWriter } from './locate-session.ts';
import type { RedactionCounts } from './redact-content.ts';

export interface MemoryTexts {
  readonly content: string;
  readonly subject: string | null;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
}

type MapText = (text: string, field: string) => string;

export const mapMemoryTexts = (texts: MemoryTexts, map: MapText): MemoryTexts => ({
  content: map(texts.content, 'content'),
  subject: texts.subject === null ? null : map(texts.subject, 'subject'),
  tags: texts.tags.map((tag, index) => map(tag, `tags[${index}]`)),
  aliases: texts.aliases.map((alias, index) => map(alias, `aliases[${index}]`)),
});

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
  /** Do not start a session if none is open: a person at the command line stores single records. */
  readonly startsNoSession?: boolean | undefined;
}

export interface StoreRequest {
  readonly deps: WriteDeps;
  readonly caller: Caller;
  readonly input: StoreMemoryInput;
  readonly texts: MemoryTexts;
  readonly redacted: RedactionCounts;
  readonly time: TimeContext;
}

export function expiryOf({ expires_at, ttl_hours }: StoreMemoryInput, now: Instant): Instant | null {
  if (expires_at !== undefined && ttl_hours !== undefined) {
    throw invalid(
      'arguments_contradict',
      '`expires_at` and `ttl_hours` cannot be combined.',
      'Pass one of them; nothing was written.',
      { fields: [{ field: 'ttl_hours', problem: 'cannot go with `expires_at`' }] },
    );
  }
  if (expires_at !== undefined && expires_at <= now) {
    throw invalid(
      'expiry_in_the_past',
      `\`expires_at\` ${expires_at} is in the past.`,
      'Pass a later time; nothing was written.',
      {
        fields: [{ field: 'expires_at', problem: 'is in the past' }],
      },
    );
  }
  return ttl_hours === undefined ? (expires_at ?? null) : plusMs(now, ttl_hours * HOUR_MS);
}

export function draftMemory(
  { input, texts, time }: StoreRequest,
  writer: SessionWriter | null,
  scope: LocatedProject | null,
  place: Checkout,
): ThroughlineRecord {
  const session = writer?.draft.session ?? null;
  const at = session === null ? time.now : sessionTime(session, time);
  const type = input.type ?? 'memory';
  const filing = RECORD_DEFAULTS[type];
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
    expiresAt: expiryOf(input, time.now),
  });
}
