import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { withDatabaseUse } from '../../platform/postgres/database-use.ts'
import { isNodeRunning } from '../../platform/postgres/presence.ts'
import { CALLER_CHANGES_MIGRATION, readCallerChanges } from '../caller-changes/caller-change-store.ts'
import { EVERYTHING } from '../caller-changes/caller-subject.ts'
import { onOwnCallerChange } from '../caller-changes/note-caller-change.ts'
import type { CallerMemory } from './caller-memory.ts'

type FollowDeps = {
  readonly db: Db
  readonly memory: CallerMemory
  readonly log: Logger
}

const READ_EVERY_MS = 300
const IDLE_MS = 60_000
/** A node whose connection was just lost is not seen for a moment. */
const LOOKS_FOR_FORMER_NODES = 2

/** Reads the changes of callers for one node; the reads follow each other. */
export class CallerChangeReader {
  readonly #db: Db
  readonly #memory: CallerMemory
  #known: bigint | undefined
  #looks = 0

  constructor({ db, memory }: Pick<FollowDeps, 'db' | 'memory'>) {
    this.#db = db
    this.#memory = memory
  }

  /** Forgets what has changed since the last read. Fails if the changes cannot be read. */
  async read(): Promise<void> {
    const memory = this.#memory
    const beganAt = memory.moment()
    try {
      const { last, subjects } = await readCallerChanges(this.#db, this.#known ?? 0n)
      const hasAll = this.#known !== undefined && last - this.#known === BigInt(subjects.length)
      // A smaller number is that of a restored database; too few subjects are left of more than are kept.
      memory.forget(hasAll ? subjects : [EVERYTHING])
      this.#known = last
      if (await this.#isAlone()) memory.noteRead(beganAt)
    } catch (error) {
      // A database that comes back may be another one.
      this.#known = undefined
      memory.forget([EVERYTHING])
      throw error
    }
  }

  /** Whether every node says what it changes. An earlier version cannot start any more, so it is not looked for again. */
  async #isAlone(): Promise<boolean> {
    if (this.#looks === LOOKS_FOR_FORMER_NODES) return true
    const db = this.#db
    const isBesideFormer = await isNodeRunning({ db }, { beforeMigration: CALLER_CHANGES_MIGRATION })
    this.#looks = isBesideFormer ? 0 : this.#looks + 1
    return this.#looks === LOOKS_FOR_FORMER_NODES
  }
}

/** Lets a node forget what changes, here and on other nodes, until it is stopped. While nobody asks, nothing is read. */
export function followCallerChanges({ db, memory, log }: FollowDeps): Pick<Repetition, 'stop'> {
  const reader = new CallerChangeReader({ db, memory })
  const stopListening = onOwnCallerChange(db, (subjects) => memory.forget(subjects))
  let isPaused = false
  const reading = repeat({
    work: async () => {
      isPaused = memory.isIdle
      if (isPaused) {
        memory.forget([EVERYTHING])
        return IDLE_MS
      }
      const beganMs = performance.now()
      await withDatabaseUse({ owner: '', purpose: 'authentication' }, () => reader.read())
      return Math.max(0, READ_EVERY_MS - (performance.now() - beganMs))
    },
    delayAfterFailureMs: READ_EVERY_MS,
    failureMessage: 'changes of callers could not be read, so each request asks who sends it',
    log,
  })
  memory.onAsking = () => {
    if (!isPaused) return
    isPaused = false
    reading.wake()
  }
  return {
    stop: async () => {
      stopListening()
      await reading.stop()
    },
  }
}
