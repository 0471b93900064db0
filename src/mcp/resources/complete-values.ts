import type { SessionSummary } from '../../app/list-session-summaries.ts';
import type { ToolContext } from '../define-tool.ts';
import type { CompleteValue } from './define-resource.ts';

export const MAX_VALUES = 100;
/** How many of the newest sessions are searched for ids. */
const MAX_SESSIONS = 500;

const normalized = (name: string) => name.normalize('NFC').toLowerCase();

export const beginsLike = (name: string, prefix: string) => normalized(name).startsWith(normalized(prefix));

/** Projects that share a name are offered by id. */
export const completeProject: CompleteValue = async ({ services, caller }, prefix) => {
  const projects = await services.listProjects(caller);
  const names = projects.map(({ name }) => normalized(name));
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return projects.flatMap(({ id, name }) => {
    if (beginsLike(name, prefix)) return isShared(normalized(name)) ? id : name;
    return id.startsWith(prefix) ? id : [];
  });
};

const completeId =
  (idOf: (session: SessionSummary) => string | null): CompleteValue =>
  async ({ services, caller }: ToolContext, prefix) => {
    const { sessions } = await services.listSessionSummaries(caller, { limit: MAX_SESSIONS });
    return sessions.flatMap((session) => idOf(session) ?? []).filter((id) => id.startsWith(prefix));
  };

export const completeSession = completeId(({ id }) => id);

export const completeHandoff = completeId(({ handoffId }) => handoffId);

export const completeCapture: CompleteValue = async ({ services, caller }, prefix) => {
  const { captures } = await services.listCaptures(caller, { limit: MAX_VALUES });
  return captures.map(({ id }) => id).filter((id) => id.startsWith(prefix));
};
