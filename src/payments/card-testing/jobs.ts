import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { episodeChange } from './episode.ts'
import { endEpisode, findAttacked, findRecentAttempts } from './episode-store.ts'

const WATCH_DELAY_MS = 10_000
/** A bound; far fewer merchants are attacked at the same time. */
const ATTACKED_MAX = 10_000

type Deps = Pick<PaymentDeps, 'database' | 'log' | 'config'>

/** Ends episodes of card testing that are over, every few seconds. */
export function startCardTestingWatch(deps: Deps): Repetition {
  return repeat({
    work: async () => {
      await endEpisodes(deps)
      return WATCH_DELAY_MS
    },
    delayAfterFailureMs: WATCH_DELAY_MS,
    failureMessage: 'episodes of card testing could not be looked at',
    log: deps.log,
  })
}

export async function endEpisodes({ database: { db }, log, config }: Deps): Promise<void> {
  for (const organizationId of await findAttacked(db, { limit: ATTACKED_MAX })) {
    const recent = await findRecentAttempts(db, organizationId, config.cardTesting)
    const isOver = episodeChange(recent, config.cardTesting) === 'ends'
    if (!isOver || recent.episode === undefined) continue
    const isEnded = await endEpisode(db, organizationId, recent.episode)
    if (isEnded) log.info({ organizationId }, 'card testing is over')
  }
}
