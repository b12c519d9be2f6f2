import type { KindName } from '../../../src/catalogue/kinds.ts'
import type { App } from '../../support/apps/app.ts'
import { putRecords } from '../../support/data/stored-records.ts'
import type { Party } from '../parties.ts'
import type { Row } from '../row.ts'
import { merchantGroup } from './merchant-group.ts'

const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }
const NAMES = [
  'conversion-details',
  'purchase-refund-details',
  'net-fundings',
  'payment-batch-summaries',
  'chargeback-details',
  'chargeback-summaries',
  'retrieval-details',
  'retrieval-summaries',
  'interchange-clearing-level-details',
  'notification-of-changes',
]

const rowOf = (name: string): Row => ({
  route: `GET /reporting/v3/${name}`,
  scope: 'reports:read',
  reach: 'below',
  ask: () => ({ path: `/reporting/v3/${name}`, query: MARCH }),
})
const rowOfGroup = (name: string): Row => ({
  ...rowOf(name),
  note: 'of a merchant group',
  // Groups of organizations below are not looked at.
  reach: 'own',
  thing: merchantGroup,
  refuses: '400',
  ask: ({ id }) => ({ path: `/reporting/v3/${name}`, query: { ...MARCH, groupName: id } }),
})

export const ON_DEMAND_ROWS: readonly Row[] = [
  ...NAMES.map(rowOf),
  ...['purchase-refund-details', 'net-fundings'].map(rowOfGroup),
]

/** Gives every merchant a record for each of these reports. */
export async function recordEverything({ database, engine }: App, merchants: readonly Party[]): Promise<void> {
  const put = async (kind: KindName, fieldsOf: (party: Party) => Readonly<Record<string, string>>, recordId = 'r1') =>
    putRecords(
      { database, engine },
      kind,
      merchants.map((party) => ({
        recordId,
        merchantId: party.organizationId,
        occurredAt: `${party.day}T10:00:00Z`,
        fields: { 'Request.MerchantReferenceNumber': party.word, ...fieldsOf(party) },
      })),
    )
  const payment = ({ currency, word }: Party) => ({
    'Request.RequestID': word,
    'Application.Name': 'ics_bill',
    'PaymentMethod.CardType': 'Visa',
    'PaymentData.RequestedAmount': '12.34',
    'PaymentData.RequestedAmountCurrencyCode': currency,
  })
  const dispute =
    (caseType: string) =>
    ({ currency }: Party) => ({
      'ChargebackAndRetrieval.CaseType': caseType,
      'ChargebackAndRetrieval.ChargebackAmount': '23.50',
      'ChargebackAndRetrieval.ChargebackCurrency': currency,
    })
  await put('conversion', ({ word }) => ({ 'Request.RequestID': word }))
  await put('batch-item', payment)
  await put('fee', payment)
  await put('processor-event', () => ({ 'Event.Event': 'Correction', 'Event.ProcessorMessage': 'C01: wrong' }))
  await put('chargeback-or-retrieval', dispute('Chargeback'))
  await put('chargeback-or-retrieval', dispute('Retrieval'), 'r2')
}
