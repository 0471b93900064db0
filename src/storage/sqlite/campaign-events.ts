import type { Audience } from '../../campaign/domain/visibility.ts';
import type { CampaignReader, EventFilter, EventKey } from '../../campaign/ports/campaign-reader.ts';
import { eventFrom } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { and, bound, oneOf, raw, type SqlPart, sql } from './sql.ts';
import { jsonOrEmpty } from './stored-json.ts';

const BODY = raw(jsonOrEmpty('campaign_events.body'));

/** The visibility is a column; only for private events the body must be read. */
function seenBy(audience: Audience | undefined): SqlPart | undefined {
  if (audience === undefined || audience.kind === 'dm') return undefined;
  if (audience.kind === 'party') return sql`visibility = 'public'`;
  return sql`(visibility = 'public' OR (visibility = 'private'
    AND EXISTS (SELECT 1 FROM json_each(${BODY}, '$.private_to') AS one WHERE one.value = ${audience.id})))`;
}

const conditionsOf = (filter: EventFilter, before: EventKey | null) => [
  bound('seq < ?', before?.seq),
  bound('session_id = ?', filter.sessionId),
  oneOf('type', filter.types),
  bound('importance >= ?', filter.minImportance),
  bound('is_turn = ?', filter.isTurn === undefined ? undefined : Number(filter.isTurn)),
  seenBy(filter.seenBy),
];

function segmentConditions(
  workspace: string,
  projectId: string,
  filter: EventFilter,
  before: EventKey | null,
) {
  // The sign prevents the use of the index by branch, which would read the events of all sessions.
  const project = filter.sessionId === undefined ? 'project_id = ?' : '+project_id = ?';
  return filter.segments
    .map((segment) => ({ ...segment, upTo: Math.min(segment.upTo, before?.turn ?? segment.upTo) }))
    .filter(({ after, upTo }) => upTo > after)
    .map(({ branchId, after, upTo }) =>
      and(
        sql`workspace = ${workspace}`,
        bound(project, projectId),
        sql`branch_id = ${branchId} AND turn > ${after} AND turn <= ${upTo}`,
        ...conditionsOf(filter, before),
      ),
    );
}

export function createEventReader(
  connection: Connection,
  workspace: string,
): Pick<CampaignReader, 'findEvents' | 'listEvents' | 'countEvents'> {
  return {
    async findEvents(ids) {
      return ids.flatMap((id) =>
        connection.all`SELECT * FROM campaign_events WHERE workspace = ${workspace} AND id = ${id}`.map(
          eventFrom,
        ),
      );
    },
    async listEvents(projectId, filter, limit, before) {
      const rows: Row[] = [];
      for (const condition of segmentConditions(workspace, projectId, filter, before)) {
        if (rows.length >= limit) break;
        const more = connection.all`SELECT * FROM campaign_events WHERE ${condition}
          ORDER BY turn DESC, seq DESC LIMIT ${limit - rows.length}`;
        rows.push(...more);
      }
      return rows.map((row) => ({ seq: Number(row.seq), event: eventFrom(row) }));
    },
    async countEvents(projectId, filter, before) {
      const counts = segmentConditions(workspace, projectId, filter, before).map((condition) =>
        Number(connection.get`SELECT count(*) AS count FROM campaign_events WHERE ${condition}`?.count),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
