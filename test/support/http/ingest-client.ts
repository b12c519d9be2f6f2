import { KINDS, type KindName } from '../../../src/catalogue/kinds.ts'
import type { Service } from '../../../src/main/service.ts'
import { type Answer, type Keyed, sendAs } from './send-request.ts'

type Json = Readonly<Record<string, unknown>>

type Upload = {
  readonly kind?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A valid record as a client sends it. */
export function aRecordLine(overrides: Json = {}): Json {
  return {
    recordId: 'r1',
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'Request.RequestID': '7300000000000000000001', 'BillTo.City': 'Oslo' },
    ...overrides,
  }
}

export function ndjson(...lines: readonly unknown[]): string {
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
}

/** Uploads records and reads the stored ones. */
export function ingestClient({ url, stores: { engine } }: Pick<Service, 'url' | 'stores'>) {
  const port = Number(new URL(url).port)
  return {
    port,
    /** Sends the bytes as they are. */
    post: (
      owner: Keyed,
      body: string | Buffer,
      { kind = 'transaction', query = '', headers = {} }: Upload = {},
    ): Promise<Answer> =>
      sendAs(port, owner, {
        method: 'POST',
        path: `/ingest/v1/records/${kind}${query}`,
        headers: { 'content-type': 'application/x-ndjson', ...headers },
        body,
      }),
    get: (owner: Keyed, path: string): Promise<Answer> => sendAs(port, owner, { method: 'GET', path }),
    /** The stored records as reports see them. */
    stored: async <Row>(columns: string, kind: KindName = 'transaction'): Promise<Row[]> => {
      const { table } = KINDS[kind]
      const query = `select ${columns} from ${engine.dialect.newest(table)}
      order by merchant_id, record_id, occurred_at`
      return [...(await engine.rows<Row>(query))]
    },
  }
}
