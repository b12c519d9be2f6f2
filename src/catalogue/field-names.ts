type Names = { readonly soapi?: string; readonly scmp?: string }

/**
 * Names that differ from the rule because the specification, or one of the two older APIs, has another one. Both gift
 * card fields share a name in the specification.
 */
export const NAME_EXCEPTIONS: Readonly<Record<string, Names>> = {
  'Request.MerchantID': { soapi: 'merchantID', scmp: 'merchant_id' },
  'Request.MerchantReferenceNumber': {
    soapi: 'merchantReferenceCode',
    scmp: 'merchant_ref_number',
  },
  'Request.RequestID': { soapi: 'requestID', scmp: 'request_id' },
  'Request.TransactionDate': { soapi: 'transactionDate', scmp: 'transaction_date' },
  'Request.TransactionReferenceNumber': { soapi: 'reconciliationID', scmp: 'trans_ref_no' },
  'Request.PartnerOriginalTransactionID': {
    soapi: 'partnerOriginalTransactionID',
    scmp: 'partner_original_transaction_id',
  },
  'Request.Comments': { soapi: 'comments', scmp: 'comments' },
  'Request.SubscriptionID': {
    soapi: 'recurringSubscriptionInfo_subscriptionID',
    scmp: 'subscription_id',
  },
  'Request.TerminalID': { soapi: 'pos_terminalID', scmp: 'terminal_id' },
  'Application.Name': { scmp: 'ics_applications' },
  'Application.Rcode': { scmp: 'ics_rcode' },
  'Application.ReasonCode': { soapi: 'reasonCode' },
  'Application.Rflag': { scmp: 'ics_rflag' },
  'Application.Rmsg': { scmp: 'ics_rmsg' },
  'Batch.BatchDate': { soapi: 'batchDate', scmp: 'batch_date' },
  'Batch.BatchID': { soapi: 'batchID', scmp: 'batch_id' },
  'BillTo.Address1': { soapi: 'billTo_street1' },
  'BillTo.Address2': { soapi: 'billTo_street2' },
  'BillTo.CompanyName': { soapi: 'billTo_company' },
  'BillTo.HostName': { soapi: 'billTo_hostname' },
  'BillTo.NameSuffix': { soapi: 'billTo_suffix' },
  'BillTo.Phone': { soapi: 'billTo_phoneNumber' },
  'BillTo.Zip': { soapi: 'billTo_postalCode' },
  'ShipTo.CompanyName': { soapi: 'shipTo_company' },
  'PaymentMethod.CardType': { soapi: 'card_cardType', scmp: 'card_type' },
  'PaymentMethod.CheckNumber': { soapi: 'check_checkNumber', scmp: 'ecp_check_no' },
  'PaymentMethod.ExpirationMonth': { soapi: 'card_expirationMonth', scmp: 'customer_cc_expmo' },
  'PaymentMethod.ExpirationYear': { soapi: 'card_expirationYear', scmp: 'customer_cc_expyr' },
  'PaymentMethod.IssueNumber': { soapi: 'card_issueNumber', scmp: 'customer_cc_issue_number' },
  'PaymentMethod.StartMonth': { soapi: 'card_startMonth', scmp: 'customer_cc_startmo' },
  'PaymentMethod.StartYear': { soapi: 'card_startYear', scmp: 'customer_cc_startyr' },
  'GiftCard.RedemptionType': { soapi: 'giftCard_previousBalance' },
  'PaymentData.CurrencyCode': { soapi: 'purchaseTotals_currency', scmp: 'currency' },
  'DeviceFingerprintFields.Fingerprint/DeviceFingerprint': {
    soapi: 'deviceFingerprintID',
    scmp: 'device_fingerprint_id',
  },
}

/** `billTo_city`: group and field in camel case. */
export function soapiNameOf(group: string, name: string): string {
  return NAME_EXCEPTIONS[`${group}.${name}`]?.soapi ?? `${lowerCamel(group)}_${lowerCamel(name)}`
}

/** `bill_to_city`. */
export function scmpNameOf(group: string, name: string): string {
  return NAME_EXCEPTIONS[`${group}.${name}`]?.scmp ?? snake(`${group}_${name}`)
}

/** `bill_to_city`, by the rule only, so that a changed exception never renames a column. */
export function columnNameOf(group: string, name: string): string {
  return snake(`${group}_${name}`)
}

function lowerCamel(text: string): string {
  const plain = text.replaceAll(/[^A-Za-z0-9]/g, '')
  return plain.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/, (start) => start.toLowerCase())
}

/** A word begins at an upper-case letter after a lower-case letter or digit, or before a lower-case letter. */
function snake(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/_+/g, '_')
    .replace(/_$/, '')
}
