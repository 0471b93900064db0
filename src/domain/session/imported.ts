import { derivedId } from '../id.ts';
import type { Session } from './session.ts';

/** The id of the session that is made of a past conversation. Importing it again finds that session. */
export const importedSessionId = (client: string, clientSessionId: string): string =>
  derivedId('ses', 'imported', client, clientSessionId);

/** Whether the session was made of a past conversation. */
export const isImported = ({
  id,
  client,
  clientSessionId,
}: Pick<Session, 'id' | 'client' | 'clientSessionId'>): boolean =>
  client !== null && clientSessionId !== null && id === importedSessionId(client, clientSessionId);
