import { repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isUnactivatedCopy } from '../../platform/stores/restored-copy.ts'

const CHECK_EVERY_MS = 1_000
/** The longest delay of a timer. */
const NEVER_MS = 2 ** 31 - 1

export type CopyWatch = {
  /** Whether this is a restored copy that nobody has activated. */
  readonly isCopy: () => boolean
  /** Does the work now, or when the copy is activated; then a failure is logged and the work is tried again. */
  readonly whenActive: (work: () => Promise<void>) => Promise<void>
  /** Resolves when no work is being started any more. */
  readonly stop: () => Promise<void>
}

/** A copy is activated once and for good, so other installations are not asked again. */
export async function watchCopy({ db }: Database, log: Logger): Promise<CopyWatch> {
  let isCopy = await isUnactivatedCopy(db)
  let begin: () => Promise<void> = async () => {}
  const watching = isCopy ? watch() : undefined

  function watch() {
    log.warn('this copy was restored from a backup: it sends nothing and changes nothing until it is activated')
    return repeat({
      work: async () => {
        if (isCopy && (await isUnactivatedCopy(db))) return CHECK_EVERY_MS
        isCopy = false
        await begin()
        log.info('this copy is active now')
        return NEVER_MS
      },
      delayAfterFailureMs: CHECK_EVERY_MS,
      failureMessage: 'a restored copy could not check its activation, or begin its work after it',
      log,
    })
  }

  return {
    isCopy: () => isCopy,
    whenActive: async (work) => {
      if (isCopy) begin = work
      else await work()
    },
    stop: async () => watching?.stop(),
  }
}
