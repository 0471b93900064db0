import { sessionsAndRecords } from './001-sessions-and-records.ts';
import { textIndex } from './002-text-index.ts';
import { realDeletion } from './003-real-deletion.ts';
import { delivery } from './004-delivery.ts';
import { campaigns } from './005-campaigns.ts';
import { formerNames } from './006-former-names.ts';
import { play } from './007-play.ts';
import { captures } from './008-captures.ts';
import { namesElsewhere } from './009-names-elsewhere.ts';
import { search } from './010-search.ts';
import { vectors } from './011-vectors.ts';
import { checksums } from './012-checksums.ts';
import { factsChecksums } from './013-facts-checksums.ts';
import { importedCaptures } from './014-imported-captures.ts';
import { moreTexts } from './015-more-texts.ts';
import { stateChanges } from './016-state-changes.ts';
import type { Migration } from './migration.ts';

/** In order, without gaps. */
export const MIGRATIONS: readonly Migration[] = [
  sessionsAndRecords,
  textIndex,
  realDeletion,
  delivery,
  campaigns,
  formerNames,
  play,
  captures,
  namesElsewhere,
  search,
  vectors,
  checksums,
  factsChecksums,
  importedCaptures,
  moreTexts,
  stateChanges,
];
