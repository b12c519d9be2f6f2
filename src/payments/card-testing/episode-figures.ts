import type { Figure } from '../../platform/metrics/metrics.ts'
import type { EpisodeCounts } from './episode-store.ts'

/** The metrics of card testing, for all nodes together. */
export const EPISODE_FIGURES: readonly Figure<EpisodeCounts>[] = [
  {
    name: 'card_testing_episodes',
    help: 'Merchants whose payers are challenged now because of card testing (open), and episodes so far (begun).',
    statesOf: ({ open, begun }) => ({ open, begun }),
  },
]

/** The counter of a node. */
export const CHALLENGE_COUNTER = {
  name: 'card_testing_challenges_total',
  help: 'Attempts to pay that were challenged because of card testing on this node: 3-D Secure (authentication), or work in the browser or a wait (work).',
  label: 'challenge',
} as const
