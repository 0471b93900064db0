import { describe } from 'vitest';
import { campaignNameClauses } from './clauses/campaign-names.ts';
import { campaignClauses } from './clauses/campaigns.ts';
import { captureClauses } from './clauses/captures.ts';
import { handoffClauses } from './clauses/handoffs.ts';
import { isolationClauses } from './clauses/isolation.ts';
import { journalClauses } from './clauses/journal.ts';
import { silenceClauses } from './clauses/last-seen.ts';
import { ledgerClauses } from './clauses/ledger.ts';
import { liveRecordClauses } from './clauses/live-records.ts';
import { nearestClauses } from './clauses/nearest.ts';
import { noteClauses } from './clauses/notes.ts';
import { projectClauses } from './clauses/projects.ts';
import { recordClauses } from './clauses/records.ts';
import { sameTextClauses } from './clauses/same-text.ts';
import { searchClauses } from './clauses/search.ts';
import { searchChainClauses } from './clauses/search-chains.ts';
import { searchFrequencyClauses } from './clauses/search-frequencies.ts';
import { searchKeyClauses } from './clauses/search-keys.ts';
import { searchMoveClauses } from './clauses/search-moves.ts';
import { searchNeighborClauses } from './clauses/search-neighbors.ts';
import { searchReadingClauses } from './clauses/search-reading.ts';
import { searchTextClauses } from './clauses/search-texts.ts';
import { searchTitleAndEntityClauses } from './clauses/search-titles-and-entities.ts';
import { sessionListClauses } from './clauses/session-list.ts';
import { sessionClauses } from './clauses/sessions.ts';
import type { NewFixture } from './clauses/store-fixture.ts';
import { textClauses } from './clauses/text.ts';
import { turnClauses } from './clauses/turns.ts';
import { vectorClauses } from './clauses/vectors.ts';
import { workspaceClauses } from './clauses/workspaces.ts';

/**
 * Every clause of src/app/ports, for every adapter, through the ports alone. An adapter that cannot keep one
 * does not skip it here: it changes the port, with a note in docs/decisions/.
 */
export function describeStoreContract(name: string, newFixture: NewFixture): void {
  describe(`${name} keeps the store contract`, () => {
    ledgerClauses(newFixture);
    journalClauses(newFixture);
    workspaceClauses(newFixture);
    isolationClauses(newFixture);
    projectClauses(newFixture);
    sessionClauses(newFixture);
    silenceClauses(newFixture);
    sessionListClauses(newFixture);
    turnClauses(newFixture);
    recordClauses(newFixture);
    liveRecordClauses(newFixture);
    sameTextClauses(newFixture);
    searchClauses(newFixture);
    searchKeyClauses(newFixture);
    searchFrequencyClauses(newFixture);
    searchReadingClauses(newFixture);
    searchNeighborClauses(newFixture);
    searchChainClauses(newFixture);
    searchMoveClauses(newFixture);
    searchTextClauses(newFixture);
    searchTitleAndEntityClauses(newFixture);
    vectorClauses(newFixture);
    nearestClauses(newFixture);
    noteClauses(newFixture);
    handoffClauses(newFixture);
    captureClauses(newFixture);
    campaignClauses(newFixture);
    campaignNameClauses(newFixture);
    textClauses(newFixture);
  });
}
