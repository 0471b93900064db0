import { newFixtureWithStore } from './sqlite-fixture.ts';
import { describeStoreContract } from './store.contract.ts';

describeStoreContract('SQLite', () => newFixtureWithStore());
