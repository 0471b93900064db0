import type { ToolLine } from '../cli/define-command.ts';
import type { Config } from '../config/schema.ts';
import { toolNames } from '../mcp/tool-list.ts';
import { TOOLS } from '../mcp/tools/index.ts';

/** What an agent would be offered under this configuration. */
export const listTools = ({ toolsets, readOnly }: Config): readonly ToolLine[] =>
  toolNames(TOOLS, { toolsets, isReadOnly: readOnly })
    .filter(({ isListed }) => isListed)
    .map(({ tool, name }) => ({
      name,
      toolset: tool.toolset,
      effect: tool.effect,
      description: tool.description,
    }));
