import { describeStoreContract } from './store.contract.ts';
import { newWorkerFixture } from './worker-fixture.ts';

describeStoreContract('SQLite in a worker thread', newWorkerFixture);
