import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { RecordSource } from '../../../records/index.ts'

/** Both are stored as records of one kind. */
export type DisputeKind = 'chargeback' | 'retrieval'

/** Every case that is not a retrieval is about a chargeback, whatever its type is called. */
export function isDisputeSql({ dialect, valueIn }: RecordSource, kind: DisputeKind): string {
  const caseType = dialect.lowerAscii(valueIn('ChargebackAndRetrieval.CaseType'))
  const isRetrieval = isRetrievalSql(dialect, caseType)
  return kind === 'retrieval' ? isRetrieval : `not ${isRetrieval}`
}

/** Some senders write Retrieval, some Retrieval Request. `caseType` is in lower case. */
export function isRetrievalSql(dialect: Dialect, caseType: string): string {
  return dialect.beginsWith(caseType, 'retrieval')
}
