import { type CampaignFile, FILE_FORMAT, FILE_VERSION } from '../../domain/campaign/export/campaign-file.ts';
import { invalid } from '../../domain/error.ts';
import { ShapeProblem } from '../../lib/check-shape.ts';
import { CAMPAIGN_FILE } from './campaign-shape.ts';
import { checkCampaign } from './check-campaign.ts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').slice(0, 200) : 'it ends early';
    throw invalid(
      'campaign_file_not_json',
      `The file is no JSON: ${why}`,
      'Name the .json file that throughline campaign export wrote; nothing was written.',
      { fields: [{ field: 'file', problem: 'is no JSON' }], cause },
    );
  }
}

function refuseOthers(value: unknown): void {
  const { format, format_version, is_partial } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== FILE_FORMAT) {
    throw invalid(
      'campaign_file_foreign',
      'The file is no export of a campaign.',
      'Name the .json file that throughline campaign export wrote; nothing was written.',
      { fields: [{ field: 'format', problem: `must be ${FILE_FORMAT}` }] },
    );
  }
  if (typeof format_version === 'number' && format_version > FILE_VERSION) {
    throw invalid(
      'campaign_file_newer',
      `The file has format version ${format_version}; this program reads ${FILE_VERSION}.`,
      'Update Throughline, then import it again; nothing was written.',
      { fields: [{ field: 'format_version', problem: `is newer than ${FILE_VERSION}` }] },
    );
  }
  if (is_partial === true) {
    throw invalid(
      'campaign_file_partial',
      'The file has only what a player may see, so no campaign can be made of it.',
      'Have the game master export it without a player; nothing was written.',
      { fields: [{ field: 'is_partial', problem: 'must be false' }] },
    );
  }
}

/** Text of unknown origin as a campaign, or the first thing that is wrong with it. */
export function parseCampaignFile(text: string): CampaignFile {
  const value = parseJson(text);
  refuseOthers(value);
  try {
    CAMPAIGN_FILE(value, '');
    checkCampaign(value as CampaignFile);
    return value as CampaignFile;
  } catch (error) {
    if (!(error instanceof ShapeProblem)) throw error;
    throw invalid(
      'campaign_file_invalid',
      `The file cannot be read as a campaign: ${error.path} ${error.problem}.`,
      'Export the campaign again, or mend that field; nothing was written.',
      { fields: [{ field: error.path, problem: error.problem }] },
    );
  }
}
