import type { App } from '../apps/app.ts'
import { readPdf } from '../pdf/read-pdf.ts'

export type PageAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where a redirect leads, as a path. */
  readonly location: string
}

type Values = Readonly<Record<string, string>>

export const CARD_VALUES: Values = {
  method: 'card',
  cardNumber: '4242 4242 4242 4242',
  cardExpiry: '12/30',
  cardCode: '123',
  cardName: 'Ada Lovelace',
}

/** A payer's browser without script: reads pages and sends their forms. */
export const payers = ({ port, database }: App) => {
  const ask = async (path: string, init: RequestInit = {}): Promise<PageAnswer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
    const location = response.headers.get('location') ?? ''
    return { status: response.status, headers: response.headers, text: await response.text(), location }
  }
  const send = (path: string, values: Values, headers: Values = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(values), headers })
  return {
    payer: {
      ask,
      send,
      /** The text of a PDF that the page links to. */
      pdfAt: async (path: string): Promise<string> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`)
        return (await readPdf(new Uint8Array(await response.arrayBuffer()))).pages.join()
      },
      /** The path of an invoice's page. */
      pathOf: async (invoiceNumber: string, organizationId = 'shop') => {
        const { rows } = await database.pool.query<{ token: string }>(
          'select payment_token as token from invoices where organization_id = $1 and invoice_number = $2',
          [organizationId, invoiceNumber],
        )
        return `/pay/${rows[0]?.token}`
      },
      /** Opens the page and sends its form with the values. */
      pay: async (path: string, values: Values = CARD_VALUES, headers: Values = {}) => {
        const { text } = await ask(path)
        const attempt = attemptKeyIn(text)
        const response = await send(path, { attempt, language: 'en-US', ...values }, headers)
        return { ...response, attempt }
      },
    },
  }
}

export function attemptKeyIn(page: string): string {
  return /name="attempt" value="([\w-]+)"/.exec(page)?.[1] ?? ''
}
