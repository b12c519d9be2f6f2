import type { Figure } from '../../platform/metrics/metrics.ts'
import { countOpenMails, NO_OPEN_MAILS, type OpenMails } from './listed-mail-store.ts'

const FIGURES: readonly Figure<OpenMails>[] = [
  {
    name: 'mails_open',
    help: 'Mails that no mail server has accepted, by state; above_rate wait for the next hour. Counted up to 100000.',
    statesOf: ({ aboveRate, ...states }) => ({ ...states, above_rate: aboveRate }),
  },
]

/** The figures about mails for metrics and checks. */
export const mailFigures = { count: countOpenMails, none: NO_OPEN_MAILS, figures: FIGURES }
