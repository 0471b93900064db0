import {
  CAMPAIGN_PROMPTS,
  CAMPAIGN_TOOLS,
  CAMPAIGN_TOOLSET,
  campaignResource,
  retellGame,
  summarizeSession,
} from '../campaign/mcp/index.ts';
import type { ToolLine } from '../cli/define-command.ts';
import type { Config } from '../config/schema.ts';
import type { Definitions } from '../mcp/build-server.ts';
import { corePrompts } from '../mcp/prompts/core-prompts.ts';
import { CORE_RESOURCES } from '../mcp/resources/core-resources.ts';
import { listedNames, toolNames } from '../mcp/tool-list.ts';
import { CORE_TOOLS, OLDER_NAMES } from '../mcp/tools/index.ts';

export const DEFINITIONS = {
  tools: [...CORE_TOOLS, ...CAMPAIGN_TOOLS, ...OLDER_NAMES, summarizeSession],
  latentToolsets: [CAMPAIGN_TOOLSET],
  prompts: [...corePrompts(retellGame), ...CAMPAIGN_PROMPTS],
  resources: [...CORE_RESOURCES, campaignResource],
} satisfies Definitions;

export const { tools: TOOLS, prompts: PROMPTS, resources: RESOURCES } = DEFINITIONS;

export const listTools = ({ toolsets, readOnly }: Config, isAtGame: boolean): readonly ToolLine[] =>
  listedNames(
    toolNames(DEFINITIONS.tools, { toolsets, isReadOnly: readOnly, latent: DEFINITIONS.latentToolsets }),
    isAtGame,
  ).map(({ tool, name }) => ({
    name,
    toolset: tool.toolset,
    effect: tool.effect,
    description: tool.description,
  }));
