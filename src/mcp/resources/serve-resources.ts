import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { ToolContext } from '../define-tool.ts';
import { listResources } from './list-resources.ts';
import { orProtocolError } from './protocol-error.ts';
import { readResource } from './read-resource.ts';
import { TEMPLATES } from './templates.ts';

const resourceTemplates = Object.values(TEMPLATES).map(
  ({ kind, uriTemplate, title, description, mimeType }) => ({
    uriTemplate,
    name: kind,
    title,
    description,
    mimeType,
  }),
);

export function serveResources(server: Server, contextOf: (request: ServerContext) => ToolContext): void {
  server.setRequestHandler('resources/list', ({ params }, request) =>
    orProtocolError(() => listResources(contextOf(request), params?.cursor)),
  );
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }, request) =>
    readResource(contextOf(request), params.uri),
  );
}
