import type { RawBuilder } from 'kysely'
import type { Clock } from '../../../src/platform/clock/clock.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { waitUntil } from '../../../src/platform/processes/wait-until.ts'
import { clockWork } from '../../../src/platform/queue/clock-work.ts'

type UntilQuietOptions = {
  readonly withinMs: number
  /** Due work that is neither a job nor on the agenda: SQL such as `from deliveries where …`. */
  readonly alsoBusy?: readonly RawBuilder<unknown>[]
}

/** Waits until there is nothing that a moving clock would wait for; false when the time is up. */
export async function untilQuiet(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { withinMs, alsoBusy = [] }: UntilQuietOptions,
): Promise<boolean> {
  const findWork = clockWork({ alsoBusy })
  const isQuiet = async (): Promise<true | undefined> => {
    const at = clock.now()
    const { isBusy } = await database.transaction((tx) => findWork(tx, { at, until: at }))
    return isBusy ? undefined : true
  }
  return (await waitUntil(isQuiet, { withinMs })) ?? false
}
