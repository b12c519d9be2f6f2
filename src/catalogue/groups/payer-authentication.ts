import { ENROLLMENTS } from '../code-lists.ts'
import { choice, code, group, identifier, text } from '../make-group.ts'

export const PAYER_AUTH = group(44, 'PayerAuth', 'The check that the payer holds the card.', {
  RequestID: identifier(26, 'Number that the service gave the authentication.'),
  TransactionType: choice(50, 'Step of the authentication.'),
})

export const VE_REQ = group(45, 'VEReq', 'The question whether a card takes part.', {
  AcquirerBin: choice(20, 'Number of the acquiring bank.'),
  MerchantID: choice(50, 'Number by which the acquiring bank knows the merchant.'),
  Pan: text(32, 'Card number that was asked about, with only its first six and last four digits.', {
    masking: 'card-number',
  }),
})

export const VE_RES = group(46, 'VERes', 'The answer whether a card takes part.', {
  AccountID: identifier(64, 'Number that the issuer’s access control gave the account.', {
    isPersonal: true,
  }),
  AcsUrl: text(2_048, 'Address of the issuer’s access control.', { isRepetitive: true }),
  Enrolled: code(ENROLLMENTS, 'Whether the card takes part in payer authentication.'),
})
