// pure
import type { DeclineReason } from '../port/port.ts'

/** The result of a request, as reports and transaction search say it. */
export type Verdict = {
  readonly digit: '1' | '0' | '-1'
  readonly reasonCode: string
  readonly flag: string
  readonly message: string
  /** The processor's own response code, unless it said one. */
  readonly responseCode: string
}

export const APPROVED: Verdict = {
  digit: '1',
  reasonCode: '100',
  flag: 'SOK',
  message: 'The request was successful.',
  responseCode: '00',
}

export const IN_REVIEW: Verdict = {
  ...APPROVED,
  reasonCode: '480',
  flag: 'SREVIEW',
  message: 'The order waits for a review.',
}

const declined = (reasonCode: string, flag: string, message: string, responseCode: string): Verdict => ({
  ...{ digit: '0', reasonCode, flag, message, responseCode },
})

const DECLINES: Readonly<Record<DeclineReason, Verdict>> = {
  declined: declined('203', 'DCARDREFUSED', 'The issuer declined.', '05'),
  insufficientFunds: declined('204', 'DCARDREFUSED', 'The account has too little money.', '51'),
  expiredCard: declined('202', 'DCARDEXPIRED', 'The card has expired.', '54'),
  lostOrStolen: declined('205', 'DCARDREFUSED', 'The card was reported lost or stolen.', '43'),
  invalidCard: declined('231', 'DINVALIDCARD', 'The card number is not valid.', '14'),
  wrongSecurityCode: declined('211', 'DCV', 'The security code is wrong.', 'N7'),
  limitExceeded: declined('210', 'DCARDREFUSED', 'The card has reached its limit.', '61'),
  notAllowed: declined('208', 'DCARDREFUSED', 'The card is not allowed for such payments.', '57'),
  issuerUnavailable: declined('207', 'DCARDREFUSED', 'The issuer could not be reached.', '91'),
  authenticationFailed: declined('476', 'DAUTHENTICATIONFAILED', 'The payer could not be authenticated.', '05'),
  suspectedFraud: declined('481', 'DREJECT', 'The order was rejected by a rule.', '59'),
  accountProblem: declined('220', 'DCARDREFUSED', 'The bank account has a problem.', '05'),
  notProcessed: { ...declined('250', 'ETIMEOUT', 'The processor did not carry out the request.', '91'), digit: '-1' },
  authorizationExpired: declined('242', 'DNOAUTH', 'The authorization has ended.', '05'),
}

export function verdictOfDecline(reason: DeclineReason | undefined): Verdict {
  return DECLINES[reason ?? 'declined']
}

/** The result in the fields of a transaction. */
export function verdictFields({ digit, reasonCode, flag, message }: Verdict): Readonly<Record<string, string>> {
  return {
    'Application.Rcode': digit,
    'Application.ReasonCode': reasonCode,
    'Application.Rflag': flag,
    'Application.Rmsg': message,
  }
}
