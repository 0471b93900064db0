import type { Touched } from '../followers/touched.ts';
import type { Store } from '../ports/store.ts';

/** Nobody is notified of what happens in a project that is switched off. */
export async function touchedWithoutOff(
  touched: Touched,
  store: Store,
  offIds: readonly string[],
): Promise<Touched> {
  if (offIds.length === 0) return touched;
  const isOn = (projectId: string | undefined) => projectId === undefined || !offIds.includes(projectId);
  const sessions = new Set<string>();
  for (const id of touched.sessions) if (isOn((await store.sessions.find(id))?.projectId)) sessions.add(id);
  const handoffs = new Set<string>();
  for (const id of touched.handoffs) if (isOn((await store.handoffs.find(id))?.projectId)) handoffs.add(id);
  return {
    sessions,
    handoffs,
    projects: new Set([...touched.projects].filter(isOn)),
    listed: new Set([...touched.listed].filter(isOn)),
    isGlobal: touched.isGlobal,
    isAnywhere: touched.isAnywhere,
  };
}
