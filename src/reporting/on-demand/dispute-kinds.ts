import type { RecordSource } from '../../records/index.ts'

/** Both are kept in records of one kind. */
export type DisputeKind = 'chargeback' | 'retrieval'

/** A case that is no retrieval has gone further, and is about a chargeback however it is called. */
export function isDisputeSql({ valueIn }: RecordSource, kind: DisputeKind): string {
  const isRetrieval = isRetrievalSql(`lower(${valueIn('ChargebackAndRetrieval.CaseType')})`)
  return kind === 'retrieval' ? isRetrieval : `not ${isRetrieval}`
}

/** Some say Retrieval, some Retrieval Request. `caseType` is in lower case. */
export function isRetrievalSql(caseType: string): string {
  return `startsWith(${caseType}, 'retrieval')`
}
