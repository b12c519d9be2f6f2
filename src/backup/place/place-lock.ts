import { AppError } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import { newId } from '../../platform/secrets/random.ts'
import { LOCKS, lockKey } from './layout.ts'
import { type BackupPlace, readIfThere } from './place.ts'

const RENEW_MS = 20_000
/** Clocks of two machines may differ a little. */
const STALE_AFTER = Temporal.Duration.from({ minutes: 2 })

type LockDeps = { readonly place: BackupPlace; readonly machineClock: Clock; readonly log: Logger }
type Terms = { readonly purpose: 'backup' | 'prune'; readonly renewMs?: number }

type LockContent = {
  readonly holder: string
  readonly purpose: string
  readonly renewedAt: string
  readonly isReleased: boolean
}

export type PlaceLock = {
  /** Throws if somebody else has taken over, as after a long pause of this process. */
  readonly assertHeld: () => Promise<void>
  readonly release: () => Promise<void>
}

/**
 * Lets one process at a time write backups to a place or remove them. Numbers only go up and the highest one counts, so
 * that of those who find an abandoned lock exactly one gets the next.
 */
export async function lockPlace({ place, machineClock, log }: LockDeps, terms: Terms): Promise<PlaceLock> {
  const { purpose, renewMs = RENEW_MS } = terms
  const numbers = await lockNumbers(place)
  const last = numbers.at(-1) ?? 0
  const found = last === 0 ? undefined : await readLock(place, last)
  if (found !== undefined && isFresh(found, machineClock)) throw held(place, found.renewedAt)
  const holder = newId()
  const key = lockKey(last + 1)
  const content = (isReleased: boolean): Buffer =>
    Buffer.from(
      `${JSON.stringify({ holder, purpose, renewedAt: machineClock.now().toString(), isReleased } satisfies LockContent)}\n`,
    )
  if (!(await place.create(key, content(false)))) throw held(place, 'just now')
  // Where it may not delete, they stay; the highest number counts.
  for (const number of numbers) await place.delete(lockKey(number)).catch(() => undefined)
  const renewing = repeat({
    work: async () => {
      await place.put(key, content(false))
      return renewMs
    },
    delayBeforeFirstMs: renewMs,
    delayAfterFailureMs: renewMs / 4,
    failureMessage: 'the lock of the backup place could not be renewed',
    log,
  })
  return {
    assertHeld: async () => {
      const highest = (await lockNumbers(place)).at(-1)
      if (highest !== last + 1) {
        throw new AppError('conflict', 'PLACE_LOCK_LOST', `Another process has taken over ${place.name}.`)
      }
    },
    release: async () => {
      await renewing.stop()
      await place.put(key, content(true))
    },
  }
}

/** Whether a backup or a prune is working in the place now. */
export async function isPlaceInUse(place: BackupPlace, machineClock: Clock): Promise<boolean> {
  const last = (await lockNumbers(place)).at(-1)
  const found = last === undefined ? undefined : await readLock(place, last)
  return found !== undefined && isFresh(found, machineClock)
}

function isFresh({ renewedAt, isReleased }: LockContent, machineClock: Clock): boolean {
  const staleAt = Temporal.Instant.from(renewedAt).add(STALE_AFTER)
  return !isReleased && Temporal.Instant.compare(machineClock.now(), staleAt) < 0
}

function held(place: BackupPlace, when: string): AppError {
  return new AppError(
    'conflict',
    'PLACE_IN_USE',
    `Another backup or prune is working in ${place.name} (last seen: ${when}).`,
  )
}

async function lockNumbers(place: BackupPlace): Promise<readonly number[]> {
  const numbers: number[] = []
  for await (const { key } of place.list(LOCKS)) {
    const found = /\/(\d+)\.json$/.exec(key)
    if (found !== null) numbers.push(Number(found[1]))
  }
  return numbers.sort((a, b) => a - b)
}

/** Undefined if it is gone or unreadable: then nobody renews it. */
async function readLock(place: BackupPlace, number: number): Promise<LockContent | undefined> {
  const text = await readIfThere(place, lockKey(number))
  try {
    return text === undefined ? undefined : (JSON.parse(String(text)) as LockContent)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
