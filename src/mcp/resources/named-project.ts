import type { BootReport } from '../../app/boot-report.ts';
import { ThroughlineError } from '../../domain/error.ts';
import type { ToolContext } from '../define-tool.ts';

const isMiss = (error: unknown) =>
  error instanceof ThroughlineError && (error.kind === 'not_found' || error.kind === 'conflict');

/** Finds a project by name or id; the current one even before anything was written to it. `argument` is undefined for that one. */
export async function findNamedProject({ services, caller }: ToolContext, project: string) {
  try {
    return { ...(await services.findProject(caller, { project })), argument: project };
  } catch (error) {
    if (!isMiss(error)) throw error;
    const here = await services.findProject(caller, {}).catch(() => undefined);
    if (here !== undefined && [here.projectName, here.projectId].includes(project)) {
      return { ...here, argument: undefined };
    }
    throw error;
  }
}

export async function readBoot(context: ToolContext, project: string): Promise<BootReport> {
  const { argument } = await findNamedProject(context, project);
  return context.services.bootReport(context.caller, { project: argument });
}
