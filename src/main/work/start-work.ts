import { systemClock } from '../../platform/clock/clock.ts'
import type { Repetition } from '../../platform/concurrency/repeat.ts'
import { startBackgroundWork } from './start-background-work.ts'
import { startBackups } from './start-backups.ts'
import { type CopyWatch, watchCopy } from './watch-copy.ts'

type Options = Parameters<typeof startBackgroundWork>[0]

type StartedWork = {
  /** Whether this is a restored copy that nobody has activated. */
  readonly isCopy: () => boolean
  /** Resolves when the work has begun, or has to wait; fails if it cannot begin. */
  readonly ready: Promise<void>
  readonly wake: () => void
}

/** Starts everything that runs without a request; in a restored copy, when it is activated. */
export async function startWork(options: Options, opened: AsyncDisposableStack): Promise<StartedWork> {
  const copy = await watchCopy(options.stores.database, options.log)
  // It stops after everything that writes.
  const backups = await startBackups({ ...options, ...copy, machineClock: systemClock })
  opened.defer(backups.stop)
  const background = startWhenActive(copy, options)
  opened.defer(background.stop)
  return { ...background, isCopy: copy.isCopy }
}

function startWhenActive({ whenActive, stop }: CopyWatch, options: Options) {
  let work: Repetition | undefined
  const ready = whenActive(async () => {
    if (options.config.role !== 'api') work = await startBackgroundWork(options)
  })
  // It is awaited by the caller; until then its failure must not end the process.
  ready.catch(() => undefined)
  return {
    ready,
    wake: () => work?.wake(),
    stop: async () => {
      await Promise.allSettled([stop(), ready])
      await work?.stop()
    },
  }
}
