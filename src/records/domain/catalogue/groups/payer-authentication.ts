import { group, text } from '../make-group.ts'

export const PAYER_AUTH = group(44, 'PayerAuth', 'Payer Auth.', {
  RequestID: text(255, 'Request ID.'),
  TransactionType: text(50, 'Transaction Type.', { isRepetitive: true }),
})

export const VE_REQ = group(45, 'VEReq', 'VEReq.', {
  AcquirerBin: text(255, 'Acquirer Bin.'),
  MerchantID: text(255, 'Merchant ID.'),
  Pan: text(255, 'Pan.'),
})

export const VE_RES = group(46, 'VERes', 'VERes.', {
  AccountID: text(255, 'Account ID.'),
  AcsUrl: text(255, 'Acs Url.'),
  Enrolled: text(255, 'Enrolled.'),
})
