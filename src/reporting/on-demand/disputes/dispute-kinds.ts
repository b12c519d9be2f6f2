import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { RecordSource } from '../../../records/index.ts'

/** Both are kept in records of one kind. */
export type DisputeKind = 'chargeback' | 'retrieval'

/** A case that is no retrieval has gone further, and is about a chargeback however it is called. */
export function isDisputeSql({ dialect, valueIn }: RecordSource, kind: DisputeKind): string {
  const caseType = dialect.lowerAscii(valueIn('ChargebackAndRetrieval.CaseType'))
  const isRetrieval = isRetrievalSql(dialect, caseType)
  return kind === 'retrieval' ? isRetrieval : `not ${isRetrieval}`
}

/** Some say Retrieval, some Retrieval Request. `caseType` is in lower case. */
export function isRetrievalSql(dialect: Dialect, caseType: string): string {
  return dialect.beginsWith(caseType, 'retrieval')
}
