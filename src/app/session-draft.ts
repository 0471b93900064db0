import type { SessionEvent } from '../domain/session/events.ts';
import { evolve } from '../domain/session/events.ts';
import type { Session } from '../domain/session/session.ts';
import type { Change } from './ports/ledger.ts';

export class SessionDraft {
  readonly #before: Session | undefined;
  readonly #events: SessionEvent[] = [];
  #now: Session | undefined;

  constructor(before: Session | undefined) {
    this.#before = before;
    this.#now = before;
  }

  get session(): Session {
    if (this.#now === undefined) throw new Error('a session draft has no session before session.started');
    return this.#now;
  }

  get isNew(): boolean {
    return this.#before === undefined;
  }

  apply(events: readonly SessionEvent[]): this {
    for (const event of events) {
      this.#events.push(event);
      this.#now = evolve(this.#now, event);
    }
    return this;
  }

  changes(): Change[] {
    if (this.#events.length === 0) return [];
    return [
      {
        kind: 'session',
        session: this.session,
        expectedVersion: this.#before?.version ?? 0,
        events: [...this.#events],
      },
    ];
  }
}
