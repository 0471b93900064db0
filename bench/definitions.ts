import { TOOLS } from '../src/main/mcp-definitions.ts';
import { describeTool, toolNames } from '../src/mcp/tool-list.ts';
import { atMost, type Bench } from './benchmark.ts';
import { rounded } from './measure.ts';

export const definitions: Bench = {
  name: 'definitions',
  about: 'name, description and input schema of the default tools',
  async run() {
    const offer = { toolsets: ['session', 'memory', 'capture'], isReadOnly: false };
    const listed = toolNames(TOOLS, offer).filter(({ isListed }) => isListed);
    const bytes = listed
      .map(describeTool)
      .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
      .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    return [
      {
        area: 'definitions',
        measure: `${listed.length} default tools`,
        value: rounded(bytes / 1024, 1),
        unit: 'KB',
        bound: atMost(24, 20),
      },
    ];
  },
};
