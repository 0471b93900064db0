import type { BootReport } from '../../app/boot-report.ts';
import { ThroughlineError } from '../../domain/error.ts';
import type { ToolContext } from '../define-tool.ts';
import {
  completeCapture,
  completeHandoff,
  completeProject,
  completeSession,
  DATA_NOTE,
  type ResourceKind,
} from './define-resource.ts';

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

export const boot: ResourceKind = {
  kind: 'boot',
  argument: 'project',
  complete: completeProject,
  title: 'Orientation of a project',
  description: `What earlier sessions left for a project, named by name or id; the same report as boot_report. ${DATA_NOTE}`,
  mimeType: 'text/markdown',
  read: async (context, project) => (await readBoot(context, project)).report,
  findId: async (context, project) => (await findNamedProject(context, project)).projectId,
};

export const session: ResourceKind = {
  kind: 'session',
  argument: 'id',
  complete: completeSession,
  title: 'State of a session',
  description: `Where a session stands: its history, open loops, records and lineage; the same facts as get_session_state. ${DATA_NOTE}`,
  mimeType: 'application/json',
  read: async ({ services, caller }, id) => {
    const { state } = await services.getSessionState(caller, { session_id: id, detail_level: 'full' });
    return JSON.stringify(state);
  },
  findId: async ({ services, caller }, id) => {
    const { state } = await services.getSessionState(caller, { session_id: id, detail_level: 'minimal' });
    return state.session_info.session_id;
  },
};

export const handoff: ResourceKind = {
  kind: 'handoff',
  argument: 'id',
  complete: completeHandoff,
  title: 'A handoff',
  description: `What one session left when it ended or paused, with its records as they are now. ${DATA_NOTE}`,
  mimeType: 'application/json',
  read: async ({ services, caller }, id) =>
    JSON.stringify(await services.readHandoff(caller, { handoff_id: id })),
  findId: async ({ services, caller }, id) =>
    (await services.readHandoff(caller, { handoff_id: id })).handoff_id,
};

const capture: ResourceKind = {
  kind: 'capture',
  argument: 'id',
  complete: completeCapture,
  title: 'A capture',
  description: `A stored part of a transcript, and what it shows; the same facts as read_capture. ${DATA_NOTE}`,
  mimeType: 'application/json',
  read: async ({ services, caller }, id) => JSON.stringify(await services.readCapture(caller, { id })),
  findId: async ({ services, caller }, id) =>
    (await services.readCapture(caller, { id, mode: 'summary' })).capture.id,
};

/** In the order clients list them, before those of features. */
export const CORE_RESOURCES: readonly ResourceKind[] = [boot, session, handoff, capture];
