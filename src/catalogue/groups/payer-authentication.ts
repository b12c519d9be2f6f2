import { ENROLLMENTS } from '../codes/code-lists.ts'
import { choice, code, group, identifier, text } from '../make-group.ts'

export const PAYER_AUTH = group(44, 'PayerAuth', 'The check that the payer is the cardholder.', {
  RequestID: identifier(26, 'Id that the service assigned to the authentication.'),
  TransactionType: choice(50, 'Step of the authentication.'),
})

export const VE_REQ = group(45, 'VEReq', 'The request whether a card is enrolled.', {
  AcquirerBin: choice(20, 'Number of the acquiring bank.'),
  MerchantID: choice(50, 'Acquiring bank’s number for the merchant.'),
  Pan: text(32, 'Card number of the request, with only its first six and last four digits.', {
    masking: 'card-number',
  }),
})

export const VE_RES = group(46, 'VERes', 'The response whether a card is enrolled.', {
  AccountID: identifier(64, 'Id that the issuer’s access control server assigned to the account.', {
    isPersonal: true,
  }),
  AcsUrl: text(2_048, 'URL of the issuer’s access control server.', { isRepetitive: true }),
  Enrolled: code(ENROLLMENTS, 'Whether the card is enrolled in payer authentication.'),
})
