import { newSqliteHouse } from './sqlite-house.ts';
import { describeStoreContract } from './store.contract.ts';

describeStoreContract('SQLite', newSqliteHouse);
