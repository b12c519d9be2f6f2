const FIRST_MS = Date.UTC(2026, 2, 9)
const EVERY_MS = 137
const FIRST_REQUEST_ID = 7_300_000_000_000_000_000_000n
const CITIES = ['Oslo', 'Bergen', 'Berlin', 'Austin']

/** A transaction with 22 fields, as a shop would send it. */
export function recordLine(merchantId: string, index: number): string {
  const occurredAt = new Date(FIRST_MS + index * EVERY_MS).toISOString()
  return JSON.stringify({
    recordId: `rec-${String(index).padStart(10, '0')}`,
    merchantId,
    occurredAt,
    fields: {
      'Request.RequestID': String(FIRST_REQUEST_ID + BigInt(index)),
      'Request.MerchantReferenceNumber': `order-${index}`,
      'Request.TransactionDate': occurredAt,
      'Request.Source': 'SCMP API',
      'Application.Name': 'ics_auth',
      'Application.Rcode': '1',
      'Application.ReasonCode': '100',
      'Application.Rflag': 'SOK',
      'BillTo.Address1': `${index % 1000} Main Street`,
      'BillTo.City': CITIES[index % CITIES.length],
      'BillTo.Country': 'NO',
      'BillTo.Email': `customer${index % 5000}@example.com`,
      'BillTo.FirstName': 'Ada',
      'BillTo.LastName': `Lovelace${index % 100}`,
      'BillTo.Zip': String(10_000 + (index % 90_000)),
      'PaymentMethod.AccountSuffix': String(1000 + (index % 9000)),
      'PaymentMethod.CardType': 'Visa',
      'PaymentMethod.ExpirationMonth': '12',
      'PaymentMethod.ExpirationYear': '2031',
      'PaymentData.RequestedAmount': String((index % 100_000) / 100),
      'PaymentData.CurrencyCode': 'USD',
      'PaymentData.AuthorizationCode': String(100_000 + (index % 899_999)),
    },
  })
}
