// pure

/** How values of a query field are compared. */
export type SearchField = {
  /** The report field that is searched; undefined for the time of the request, which has its own rules. */
  readonly wireName: string | undefined
  readonly kind: 'text' | 'amount' | 'time'
  /** Its description in the documentation. */
  readonly sentence: string
}

const text = (wireName: string, sentence: string): SearchField => ({ wireName, kind: 'text', sentence })

/** The fields of queries; any other is refused. */
export const SEARCH_FIELDS: Readonly<Record<string, SearchField>> = {
  id: text('Request.RequestID', 'The transaction’s id, 22 digits.'),
  submitTimeUtc: { wireName: undefined, kind: 'time', sentence: 'When it was requested; a range.' },
  'clientReferenceInformation.code': text(
    'Request.MerchantReferenceNumber',
    'The merchant’s reference; the invoice number.',
  ),
  'clientReferenceInformation.applicationName': text('Request.Source', 'The client application, such as Invoicing.'),
  'applicationInformation.applications.name': text('Application.Name', 'A service, such as ics_bill.'),
  'applicationInformation.reasonCode': text('Application.ReasonCode', 'The result by number, such as 100.'),
  'applicationInformation.rFlag': text('Application.Rflag', 'The result by word, such as SOK.'),
  'orderInformation.amountDetails.totalAmount': {
    wireName: 'PaymentData.RequestedAmount',
    kind: 'amount',
    sentence: 'The amount; a number or a range.',
  },
  'orderInformation.amountDetails.currency': text('PaymentData.RequestedAmountCurrencyCode', 'The currency.'),
  'orderInformation.billTo.email': text('BillTo.Email', 'The payer’s mail address, in any letter case.'),
  'orderInformation.billTo.firstName': text('BillTo.FirstName', 'The payer’s first name, in any letter case.'),
  'orderInformation.billTo.lastName': text('BillTo.LastName', 'The payer’s last name, in any letter case.'),
  'paymentInformation.card.suffix': text('PaymentMethod.AccountSuffix', 'The last digits of the card.'),
  'paymentInformation.card.brandName': text('PaymentMethod.CardType', 'The card’s scheme, such as Visa.'),
  'processorInformation.approvalCode': text('PaymentData.AuthorizationCode', 'The authorization code.'),
}
