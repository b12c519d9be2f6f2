import type { EngineStatus } from '../platform/engine/engine.ts'
import type { Figure } from '../platform/metrics/metrics.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { QueueDepth } from '../platform/queue/queue-depth.ts'

export const POOL_FIGURES: readonly Figure<ReturnType<Database['poolSize']>>[] = [
  {
    name: 'postgres_pool_connections',
    help: 'Connections of the PostgreSQL pool, and callers waiting for one.',
    statesOf: (size) => size,
  },
]

export const ENGINE_FIGURES: readonly Figure<EngineStatus>[] = [
  {
    name: 'engine_memory_bytes',
    help: 'Resident memory of the record engine.',
    valueOf: ({ residentBytes }) => residentBytes,
  },
  {
    name: 'engine_running_queries',
    help: 'Queries that the record engine is running.',
    valueOf: ({ runningQueries }) => runningQueries,
  },
  {
    name: 'engine_waiting_writers',
    help: 'Writes queued in the embedded record engine.',
    valueOf: ({ waitingWriters }) => waitingWriters,
  },
  {
    name: 'engine_checkpoint_seconds',
    help: 'Duration of the last checkpoint of the embedded record engine.',
    valueOf: ({ checkpointSeconds }) => checkpointSeconds,
  },
]

export const QUEUE_FIGURES: readonly Figure<QueueDepth>[] = [
  {
    name: 'queue_jobs',
    help: 'Jobs of all nodes by state; a dead job has no attempts left. Counted up to 100000.',
    statesOf: ({ due, ...states }) => states,
  },
  {
    name: 'agenda_due_rows',
    help: 'Due rows of the agenda that are not jobs yet. Counted up to 100000.',
    valueOf: ({ due }) => due,
  },
]
