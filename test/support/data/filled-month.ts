import { randomBytes } from 'node:crypto'
import { KINDS } from '../../../src/catalogue/kinds.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import { readerOf } from '../../../src/records/reading/read-record.ts'
import { RecordBatch } from '../../../src/records/storage/record-batch.ts'

const BATCH_ROWS = 1_000
const SPAN_MS = 27 * 86_400_000
const NAMES = ['Weiß', 'Patel', 'Doyle', 'Quinn'] as const
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'] as const
const LONG_TEXT_BYTES = 2_000
/** Fields that hold a long text. Beside fewer rows, long texts make a report large with little work. */
export const LONG_TEXT_FIELDS = [
  'Request.Comments',
  'DeviceFingerprintFields.ProfiledURL',
  'MarkAsSuspectFields.MarkingNotes',
  'Subscriptions.Comments',
  'Subscriptions.MerchantSecureData4',
] as const

type Month = {
  readonly merchantId: string
  readonly fromMs: number
  readonly rows: number
  /** Random texts make files large that are compressed, too; to compress them takes long. */
  readonly longTexts: 'random' | 'repeated'
}

const LONG_TEXTS = {
  random: () => randomBytes(LONG_TEXT_BYTES / 2).toString('hex'),
  repeated: () => 'x'.repeat(LONG_TEXT_BYTES),
} as const

/** Stores a month of transactions of one merchant, with the default fields of the report and long texts. */
export async function fillMonth(engine: Engine, { merchantId, fromMs, rows, longTexts }: Month): Promise<void> {
  const kind = KINDS.transaction
  const reader = readerOf(kind)
  const stepMs = Math.max(1, Math.floor(SPAN_MS / rows))
  const delivery = { organizationId: merchantId, source: 'ingest', receivedAtMs: 0 } as const
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const batch = new RecordBatch(kind)
    for (let n = from; n < Math.min(rows, from + BATCH_ROWS); n += 1) {
      const read = reader.read({
        recordId: `r${n}`,
        merchantId,
        occurredAt: new Date(fromMs + n * stepMs).toISOString(),
        fields: {
          'Request.RequestID': String(17_631_651_092_500_000 + n),
          'Request.MerchantReferenceNumber': `ORD-${n}`,
          'Application.Name': n % 10 === 0 ? 'ics_credit' : 'ics_bill',
          'Application.ReasonCode': '100',
          'Application.Rmsg': 'The request was successful.',
          'PaymentData.RequestedAmount': `${n % 1_000}.25`,
          'PaymentData.RequestedAmountCurrencyCode': CURRENCIES[n % 4] ?? 'USD',
          'PaymentMethod.CardType': 'Visa',
          'BillTo.LastName': NAMES[n % 4] ?? '',
          'BillTo.Email': `payer${n}@example.com`,
          ...Object.fromEntries(LONG_TEXT_FIELDS.map((name) => [name, LONG_TEXTS[longTexts]()])),
        },
      })
      if ('problems' in read) throw new Error(JSON.stringify(read.problems))
      batch.add(read.record, delivery)
    }
    await batch.insertInto(engine)
  }
}
