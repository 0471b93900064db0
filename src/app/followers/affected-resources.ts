import { type Instant, plusMs } from '../../domain/instant.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { SESSION_EVENT_TYPES } from '../../domain/session/events.ts';
import type { Session } from '../../domain/session/session.ts';
import type { JournalEntry } from '../ports/ledger.ts';
import type { Store } from '../ports/store.ts';

export interface AffectedResources {
  readonly sessions: ReadonlySet<string>;
  readonly handoffs: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
  /** Something of no project changed: every orientation shows it. */
  readonly isGlobal: boolean;
  /** A record was deleted. The journal does not store its project, so every resource may be affected. */
  readonly isAnywhere: boolean;
}

const MAX_STEPS = 20;

const isOfSession = (type: string) => SESSION_EVENT_TYPES.some((known) => known === type);

class AffectedCollector implements AffectedResources {
  readonly sessions = new Set<string>();
  readonly handoffs = new Set<string>();
  readonly projects = new Set<string>();
  readonly listed = new Set<string>();
  isGlobal = false;
  isAnywhere = false;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async add({ type, stream, at, data }: JournalEntry): Promise<void> {
    if (type.startsWith('project.')) this.#touchProject(stream);
    else if (type.startsWith('campaign.')) this.projects.add(stream);
    else if (type === 'record.deleted') this.isAnywhere = true;
    else if (type.startsWith('record.')) await this.#addRecord(stream, type === 'record.updated' ? at : null);
    else if (type === 'note.revised') await this.#addHandoffOfNote(stream);
    else if (isOfSession(type)) await this.#addSession(stream, type, data);
  }

  #touchProject(id: string): void {
    this.projects.add(id);
    this.listed.add(id);
  }

  async #addSession(id: string, type: string, data: unknown): Promise<void> {
    this.sessions.add(id);
    // A turn affects only its session: the age of a session in a report changes without an event.
    if (type === 'turn.taken') return;
    const session = await this.#store.sessions.find(id);
    if (session === undefined) return;
    this.projects.add(session.projectId);
    if (type === 'handoff.written') this.handoffs.add((data as { handoffId: string }).handoffId);
    if (type === 'handoff.written' || type.startsWith('session.')) this.listed.add(session.projectId);
    if (!type.startsWith('session.')) return;
    await this.#addLineage(session, ({ predecessorId }) => predecessorId);
    await this.#addLineage(session, ({ successorId }) => successorId);
  }

  async #addLineage(session: Session, next: (session: Session) => string | null): Promise<void> {
    let id = next(session);
    for (let step = 0; id !== null && step < MAX_STEPS; step += 1) {
      this.sessions.add(id);
      const found: Session | undefined = await this.#store.sessions.find(id);
      id = found === undefined ? null : next(found);
    }
  }

  /** An update may have moved the record out of another project. */
  async #addRecord(id: string, updatedAt: Instant | null): Promise<void> {
    const { records } = this.#store;
    for (const record of await records.findAll([id])) {
      this.#touchRecord(record);
      await this.#addAdoptingHandoff(record);
    }
    if (updatedAt === null) return;
    for (const record of await records.findAllAt([id], plusMs(updatedAt, -1))) this.#touchRecord(record);
  }

  /** A handoff shows the records it adopted as well as those that carry its id. */
  async #addAdoptingHandoff({ id, sessionId }: ThroughlineRecord): Promise<void> {
    const session = sessionId === null ? undefined : await this.#store.sessions.find(sessionId);
    const handoffId = session?.handoff?.id;
    const handoff = handoffId === undefined ? undefined : await this.#store.handoffs.find(handoffId);
    if (handoff?.adoptedIds.includes(id)) this.handoffs.add(handoff.id);
  }

  #touchRecord({ sessionId, handoffId, projectId }: ThroughlineRecord): void {
    if (sessionId !== null) this.sessions.add(sessionId);
    if (handoffId !== null) this.handoffs.add(handoffId);
    if (projectId === null) this.isGlobal = true;
    else this.projects.add(projectId);
  }

  /** Of all resources only a handoff shows a note: the one that was written with it. */
  async #addHandoffOfNote(id: string): Promise<void> {
    const note = await this.#store.notes.find(id);
    const session = note === undefined ? undefined : await this.#store.sessions.find(note.sessionId);
    const handoffId = session?.handoff?.id;
    const handoff = handoffId === undefined ? undefined : await this.#store.handoffs.find(handoffId);
    if (handoff?.noteId === id) this.handoffs.add(handoff.id);
  }
}

export async function affectedBy(store: Store, entries: readonly JournalEntry[]): Promise<AffectedResources> {
  const touching = new AffectedCollector(store);
  for (const entry of entries) await touching.add(entry);
  return touching;
}
