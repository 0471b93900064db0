import { newSqliteFixture } from './sqlite-fixture.ts';
import { describeStoreContract } from './store.contract.ts';

describeStoreContract('SQLite', () => newSqliteFixture());
