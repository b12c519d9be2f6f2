import { describeSearchReference } from '../../../test/support/references/transaction-search-reference.ts'
import { aRecordStore } from '../../../test/support/stores/record-store.ts'

describeSearchReference(aRecordStore)
