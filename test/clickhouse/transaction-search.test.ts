import { startSearchApp } from '../support/apps/search-app.ts'
import { describeFoundTransactions } from '../support/contracts/transaction-search-contract.ts'
import { describeSearchReference } from '../support/references/transaction-search-reference.ts'
import { aClickHouseStore } from './clickhouse-records.ts'

const store = await aClickHouseStore()
describeFoundTransactions(await startSearchApp(store.engine))
describeSearchReference(aClickHouseStore)
