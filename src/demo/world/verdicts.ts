import { weighted, weightedNames } from './random.ts'

/** The result of a request. */
export type Verdict = {
  readonly outcome: 'approved' | 'reviewed' | 'declined'
  readonly digit: string
  readonly reasonCode: string
  readonly flag: string
  readonly message: string
  /** The processor's own response code. */
  readonly processorCode: string
}

export const APPROVED: Verdict = {
  outcome: 'approved',
  digit: '1',
  reasonCode: '100',
  flag: 'SOK',
  message: 'The request was successful.',
  processorCode: '00',
}

export const REVIEWED: Verdict = {
  ...APPROVED,
  outcome: 'reviewed',
  reasonCode: '480',
  flag: 'SREVIEW',
  message: 'The order waits for a review.',
}

export const REJECTED: Verdict = {
  ...APPROVED,
  outcome: 'declined',
  digit: '0',
  reasonCode: '481',
  flag: 'DREJECT',
  message: 'The order was rejected by a rule.',
}

export const WRONG_ADDRESS = declined('200', 'DAVSNO', 'The address does not fit the card.', '00')
export const WRONG_VERIFICATION = declined('211', 'DCV', 'The verification number is wrong.', 'N7')
const NO_ANSWER: Verdict = {
  ...declined('150', 'ESYSTEM', 'The processor could not be reached.', '96'),
  digit: '-1',
}

/** Reasons for declines, by frequency. */
export const DECLINES: readonly Verdict[] = weighted([
  [declined('204', 'DCARDREFUSED', 'The account has too little money.', '51'), 34],
  [declined('203', 'DCARDREFUSED', 'The issuer declined.', '05'), 26],
  [declined('202', 'DCARDEXPIRED', 'The card has expired.', '54'), 8],
  [WRONG_VERIFICATION, 8],
  [WRONG_ADDRESS, 8],
  [declined('210', 'DCARDREFUSED', 'The card is at its limit.', '61'), 6],
  [declined('231', 'DINVALIDCARD', 'There is no such card.', '14'), 4],
  [declined('205', 'DCARDREFUSED', 'The card was reported stolen.', '43'), 2],
  [NO_ANSWER, 4],
])

function declined(reasonCode: string, flag: string, message: string, processorCode: string): Verdict {
  return { outcome: 'declined', digit: '0', reasonCode, flag, message, processorCode }
}

/** Results of address checks, where issuers check and where they do not. */
export const ADDRESS_CHECKED = weightedNames({ Y: 72, X: 6, Z: 7, A: 6, N: 4, U: 5 })
export const ADDRESS_ABROAD = weightedNames({ D: 45, G: 35, I: 20 })
export const VERIFICATIONS = weightedNames({ M: 93, P: 4, U: 3 })
