import type { ToolLine } from '../cli/define-command.ts';
import type { Config } from '../config/schema.ts';
import { LATENT, listedNames, toolNames } from '../mcp/tool-list.ts';
import { TOOLS } from '../mcp/tools/index.ts';

/** What an agent would be offered here, under this configuration. */
export const listTools = ({ toolsets, readOnly }: Config, isAtGame: boolean): readonly ToolLine[] =>
  listedNames(toolNames(TOOLS, { toolsets, isReadOnly: readOnly, latent: LATENT }), isAtGame).map(
    ({ tool, name }) => ({
      name,
      toolset: tool.toolset,
      effect: tool.effect,
      description: tool.description,
    }),
  );
