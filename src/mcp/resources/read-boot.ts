import type { BootReport } from '../../app/boot-report.ts';
import { ThroughlineError } from '../../domain/error.ts';
import type { ToolContext } from '../define-tool.ts';

const isMiss = (error: unknown) =>
  error instanceof ThroughlineError && (error.kind === 'not_found' || error.kind === 'conflict');

/** By name or id. The current project answers to its own even before anything was written to it. */
export async function readBoot({ services, caller }: ToolContext, project: string): Promise<BootReport> {
  try {
    return await services.bootReport(caller, { project });
  } catch (error) {
    if (!isMiss(error)) throw error;
    const here = await services.bootReport(caller, {}).catch(() => undefined);
    if (here !== undefined && [here.projectName, here.projectId].includes(project)) return here;
    throw error;
  }
}
