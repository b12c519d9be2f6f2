import { quoteText } from '../../platform/clickhouse/sql-quoting.ts'
import type { RecordSource } from '../../records/index.ts'

/** Both are kept in records of one kind. */
export type DisputeKind = 'chargeback' | 'retrieval'

/** A case that is no retrieval has gone further, and is about a chargeback however it is called. */
export function isDisputeSql({ valueIn }: RecordSource, kind: DisputeKind): string {
  const caseType = `lower(${valueIn('ChargebackAndRetrieval.CaseType')})`
  return `${caseType} ${kind === 'retrieval' ? '=' : '!='} ${quoteText('retrieval')}`
}
