import { invalid } from '../../../domain/error.ts';
import { type Instant, laterOf } from '../../../domain/instant.ts';
import { nextStep } from '../../../domain/next-step.ts';
import { listProblems, MAX_PROBLEMS } from '../../../lib/describe-issue.ts';
import {
  JsonTooDeepError,
  MAX_JSON_DEPTH,
  parseJson as readJson,
  TOO_DEEP,
} from '../../../lib/json-depth.ts';
import {
  type CampaignFile,
  type EventRow,
  FILE_FORMAT,
  FILE_VERSION,
  FIRST_FILE_VERSION,
  type SessionRow,
} from '../../domain/export/campaign-file.ts';
import { issuesInFile } from './campaign-file-schema.ts';
import { checkCampaign } from './check-campaign.ts';
import { FileProblem, rejectField, rejectIssues } from './check-rows.ts';

/** The first version had only the ids of sessions. */
interface FirstCampaignFile extends Omit<CampaignFile, 'format_version' | 'events' | 'sessions' | 'notes'> {
  readonly format_version: typeof FIRST_FILE_VERSION;
  readonly events: readonly Omit<EventRow, 'context'>[];
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

const derivedSession = (id: string, index: number, { from, to }: Span): SessionRow => ({
  id,
  number: index + 1,
  title: null,
  agent: null,
  status: 'ended',
  started_at: from,
  heard_at: to,
  paused_at: null,
  ended_at: to,
  closed_at: null,
  // The time that was actually played is unknown.
  active_ms: 0,
  predecessor_id: null,
  successor_id: null,
  closing: null,
  handoff: null,
});

/** Derives each session from its events: it lasted from the first to the last. */
function upgradeFile(file: FirstCampaignFile): CampaignFile {
  const spans = new Map<string, Span>();
  for (const { session_id: id, at } of file.events) {
    if (id === null) continue;
    const { from, to } = spans.get(id) ?? { from: at, to: at };
    spans.set(id, { from, to: laterOf(to, at) });
  }
  return {
    ...file,
    format_version: FILE_VERSION,
    events: file.events.map((event) => ({ ...event, context: null })),
    sessions: [...spans].map(([id, span], index) => derivedSession(id, index, span)),
    notes: [],
  };
}

const PASS_AN_EXPORT = 'Pass the .json file of an exported campaign. Nothing was written.';
const EXPORT = nextStep('campaign.export');

function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    if (cause instanceof JsonTooDeepError) rejectField('the file', TOO_DEEP, MAX_JSON_DEPTH);
    const why = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 200) : 'it ends early';
    throw invalid('campaign_file_not_json', `The file is not valid JSON: ${why}`, PASS_AN_EXPORT, {
      fields: [{ field: 'file', problem: 'is not valid JSON' }],
      next: [EXPORT],
      cause,
    });
  }
}

function checkFormat(value: unknown): void {
  const { format, format_version, is_partial } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== FILE_FORMAT)
    throw invalid('campaign_file_foreign', 'The file is not an exported campaign.', PASS_AN_EXPORT, {
      fields: [{ field: 'format', problem: `must be ${FILE_FORMAT}` }],
      next: [EXPORT],
    });
  if (typeof format_version === 'number' && format_version > FILE_VERSION) {
    const problem = `is newer than ${FILE_VERSION}`;
    throw invalid(
      'campaign_file_newer',
      `The file has format version ${format_version}; this program reads up to ${FILE_VERSION}.`,
      'Update Throughline, then import the file again. Nothing was written.',
      { fields: [{ field: 'format_version', problem, limit: FILE_VERSION }] },
    );
  }
  if (is_partial === true)
    throw invalid(
      'campaign_file_partial',
      'The file has only what a player may see, so it cannot be imported.',
      'Ask the game master to export the whole campaign. Nothing was written.',
      { fields: [{ field: 'is_partial', problem: 'must be false' }], next: [EXPORT] },
    );
}

function refuseProblems<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    const { problems } = error;
    throw invalid(
      'campaign_file_invalid',
      `The file cannot be read as a campaign: ${listProblems(problems)}.`,
      `Export the campaign again, or correct ${problems.length === 1 ? 'that field' : 'those fields'}. Nothing was written.`,
      { fields: problems.slice(0, MAX_PROBLEMS), next: [EXPORT] },
    );
  }
}

function parseShape(value: unknown): CampaignFile {
  const { format_version: version } = value as { readonly format_version?: unknown };
  rejectIssues(issuesInFile(value, version));
  return version === FIRST_FILE_VERSION ? upgradeFile(value as FirstCampaignFile) : (value as CampaignFile);
}

export const checkConsistency = (file: CampaignFile): void => refuseProblems(() => checkCampaign(file));

export function parseCampaignFile(text: string): CampaignFile {
  const value = refuseProblems(() => parseJson(text));
  checkFormat(value);
  const file = refuseProblems(() => parseShape(value));
  checkConsistency(file);
  return file;
}
