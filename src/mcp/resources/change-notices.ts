import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { ToolContext } from '../define-tool.ts';

/** What one door can really tell of changes. */
export interface ChangeNotices {
  readonly capabilities: { readonly subscribe?: true; readonly listChanged?: true };
  serve?(server: Server, contextOf: (request: ServerContext) => ToolContext): void;
  /** A call may have written: whoever follows need not wait for the next look. */
  afterCall(): void;
}
