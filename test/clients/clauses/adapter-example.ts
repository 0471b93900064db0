import type {
  ClientEvent,
  ContextEventName,
  Environment,
  HookEventName,
} from '../../../src/app/ports/client-adapter.ts';
import type { StartedBy } from '../../../src/clients/registry.ts';

/** What a client really says and writes, one example for each part that its adapter has. */
export interface AdapterExample {
  readonly environment?: { readonly env: Environment; readonly means: StartedBy };
  readonly call?: { readonly meta: Readonly<Record<string, unknown>>; readonly sessionId: string };
  readonly hooks?: {
    /** What the client writes to a hook's standard input, for each event, and what it means. */
    readonly payloads: Readonly<Partial<Record<HookEventName, Payload>>>;
    /** Payloads that are none of our business. */
    readonly ignored?: readonly { readonly event: HookEventName; readonly input: string }[];
    /** What the model reads of a hook's output. Throws where the client would not understand the output. */
    readContext(event: ContextEventName, output: string): string;
  };
  readonly transcript?: {
    readonly file: string;
    /** The same conversation, with lines of unknown kinds between its own. */
    readonly fileWithUnknown: string;
    /** A place inside `file` at which the client may have stopped writing for a while. */
    readonly pauseAt: number;
    /** The words of the conversation, in order. */
    readonly texts: readonly string[];
    /** null where the client writes none. */
    readonly folder: string | null;
    /** Below which root of `transcripts.roots` it lies. */
    readonly isBelowRoot: string;
    /** Its path below that root, and the client's own id of the conversation; absent if the path does not tell. */
    readonly named?: { readonly path: string; readonly sessionId: string };
  };
  /** Settings files as people have them, by the end of their names: `.json`, `.toml`. Empty: of any name. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Payload {
  readonly input: string;
  readonly means: ClientEvent;
}
