import { EngineUnavailable, type UnavailableReason } from '../engine/engine-unavailable.ts'
import { failureReason } from '../files/failure-reasons.ts'
import { StartupError } from '../processes/startup-error.ts'

const REASONS: Readonly<Record<string, string>> = {
  '516': 'it refuses the user or password',
  '192': 'it knows no such user',
  '497': 'the user lacks a permission',
  '243': 'its disk is full',
}

/** Codes of the client and of the server for a query that may succeed in a moment. */
const LOSSES: Readonly<Record<UnavailableReason, readonly string[]>> = {
  // Too many queries, too many parts.
  busy: ['202', '252'],
  memory: ['241'],
  disk: ['243'],
  stopping: ['236'],
  gone: [
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
    'EHOSTUNREACH',
    // A query or its connection that took too long.
    ...['159', '209', '210'],
    // A table is read-only, too few replicas, and the outcome of a write is unknown.
    ...['242', '285', '319', '999'],
  ],
}
const REASON_OF_CODE: ReadonlyMap<string, UnavailableReason> = new Map(
  Object.entries(LOSSES).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as UnavailableReason] as const),
  ),
)
const LOSS_WORDS = /^Timeout error|socket hang up/i

/** Turns an error that may pass by itself into `EngineUnavailable`; returns any other error as it is. */
export function asUnavailable(error: unknown): unknown {
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string }
  const reason = REASON_OF_CODE.get(String(code)) ?? (LOSS_WORDS.test(message) ? 'gone' : undefined)
  if (reason === undefined) return error
  return new EngineUnavailable(reason, `ClickHouse says: ${message}`, { cause: error })
}

/** Turns a failure to reach ClickHouse into one sentence; returns any other error as it is. */
export function explainClickHouse(error: unknown, place: string): unknown {
  const reason = failureReason(error, REASONS)
  if (reason === undefined) return error
  return new StartupError(`ClickHouse at ${place} cannot be used: ${reason} (CLICKHOUSE_URL).`, {
    cause: error,
  })
}

type ClusterFailure = {
  readonly codes: readonly string[]
  readonly words?: RegExp
  readonly reason: string
}

const NO_KEEPER = 'its nodes have no Keeper: replicated tables need the section zookeeper in their configuration'

/** Errors of a cluster that lacks something; the first match applies. */
const CLUSTER_FAILURES: readonly ClusterFailure[] = [
  {
    codes: ['139', '62', '36'],
    words: /No macro '\w+'/,
    reason: 'its nodes need the macros {shard} and {replica} in their configuration, the second another one on each',
  },
  {
    codes: ['139', '392'],
    words: /DistributedDDL|DDL background|DDL queries/,
    reason:
      'its nodes do not take statements for all of them: they need the section distributed_ddl in their configuration',
  },
  { codes: ['139', '225'], words: /zookeeper|keeper/i, reason: NO_KEEPER },
  { codes: ['701', '170'], words: /cluster/i, reason: 'it knows no such cluster' },
  { codes: ['999'], reason: 'its Keeper does not answer as it should' },
  { codes: ['242'], reason: 'a table is read-only, because its node has lost the Keeper' },
  { codes: ['159'], words: /DDL|host/i, reason: 'not all of its nodes answered in time' },
  {
    codes: ['285', '286', '289', '319'],
    reason: 'too few replicas are there to keep what is written',
  },
]

/** Turns a failure of a cluster into one sentence; returns any other error as it is. */
export function explainCluster(error: unknown, cluster: string): unknown {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  const failure = CLUSTER_FAILURES.find(
    ({ codes, words }) => codes.includes(String(code)) && (words === undefined || words.test(message)),
  )
  if (failure === undefined) return error
  const says = message.split('\n')[0]?.trim().slice(0, 300) ?? ''
  return new StartupError(
    `The ClickHouse cluster ${cluster} cannot be used: ${failure.reason} (QUITTANCE_CLICKHOUSE_CLUSTER). It says: ${says}`,
    { cause: error },
  )
}
