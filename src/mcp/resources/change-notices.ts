import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { ToolContext } from '../define-tool.ts';

/** The notices of changes that one surface can send. */
export interface ChangeNotices {
  readonly capabilities: { readonly subscribe?: true; readonly listChanged?: true };
  serve?(server: Server, contextOf: (request: ServerContext) => ToolContext): void;
  /** A call may have written: whoever follows need not wait for the next look. */
  afterCall(): void;
}
