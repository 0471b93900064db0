import type { Audience } from '../../campaign/domain/visibility.ts';
import type { CampaignReader, EventFilter, EventKey } from '../../campaign/ports/campaign-reader.ts';
import { eventFrom } from './campaign-rows.ts';
import { bound, type Clause, joined, oneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { jsonOrEmpty } from './stored-json.ts';

/** The visibility is a column; only for private events the body must be read. */
const IS_PRIVATE_TO = `(visibility = 'public' OR (visibility = 'private'
  AND EXISTS (SELECT 1 FROM json_each(${jsonOrEmpty('campaign_events.body')}, '$.private_to') AS one WHERE one.value = ?)))`;

function seenBy(audience: Audience | undefined): readonly Clause[] {
  if (audience === undefined || audience.kind === 'dm') return [];
  return audience.kind === 'party' ? [["visibility = 'public'", []]] : [[IS_PRIVATE_TO, [audience.id]]];
}

const conditionsOf = (filter: EventFilter, before: EventKey | null): readonly Clause[] => [
  ...bound('seq < ?', before?.seq),
  ...bound('session_id = ?', filter.sessionId),
  ...oneOf('type', filter.types),
  ...bound('importance >= ?', filter.minImportance),
  ...bound('is_turn = ?', filter.isTurn === undefined ? undefined : Number(filter.isTurn)),
  ...seenBy(filter.seenBy),
];

/** One condition for each segment that has events before `before`. */
function segmentClauses(workspace: string, projectId: string, filter: EventFilter, before: EventKey | null) {
  // The sign prevents the use of the index by branch, which would read the events of all sessions.
  const project = filter.sessionId === undefined ? 'project_id = ?' : '+project_id = ?';
  return filter.segments
    .map(({ branchId, after, upTo }) => ({
      branchId,
      after,
      upTo: Math.min(upTo, before?.turn ?? upTo),
    }))
    .filter(({ after, upTo }) => upTo > after)
    .map(({ branchId, after, upTo }) =>
      joined([
        ['workspace = ?', [workspace]],
        [project, [projectId]],
        ['branch_id = ? AND turn > ? AND turn <= ?', [branchId, after, upTo]],
        ...conditionsOf(filter, before),
      ]),
    );
}

export function createEventReader(
  connection: Connection,
  workspace: string,
): Pick<CampaignReader, 'findEvents' | 'listEvents' | 'countEvents'> {
  return {
    async findEvents(ids) {
      return ids.flatMap((id) => {
        const row = connection.get(
          'SELECT * FROM campaign_events WHERE workspace = ? AND id = ?',
          workspace,
          id,
        );
        return row === undefined ? [] : [eventFrom(row)];
      });
    },
    async listEvents(projectId, filter, limit, before) {
      const rows: Row[] = [];
      for (const { sql, values } of segmentClauses(workspace, projectId, filter, before)) {
        if (rows.length >= limit) break;
        rows.push(
          ...connection.all(
            `SELECT * FROM campaign_events WHERE ${sql} ORDER BY turn DESC, seq DESC LIMIT ?`,
            ...values,
            limit - rows.length,
          ),
        );
      }
      return rows.map((row) => ({ seq: Number(row.seq), event: eventFrom(row) }));
    },
    async countEvents(projectId, filter, before) {
      let count = 0;
      for (const { sql, values } of segmentClauses(workspace, projectId, filter, before)) {
        const row = connection.get(`SELECT count(*) AS count FROM campaign_events WHERE ${sql}`, ...values);
        count += Number(row?.count ?? 0);
      }
      return count;
    },
  };
}
