import { type Keyed, sendAs } from './send-request.ts'

type SettingsBody = {
  readonly submitTimeUtc: string
  readonly invoiceSettingsInformation: Readonly<Record<string, unknown>>
  readonly merchantInformation: Readonly<Record<string, unknown>>
  readonly warnings?: readonly unknown[]
  readonly reason?: string
  readonly message?: string
  readonly details?: readonly unknown[]
}

const PATH = '/invoicing/v2/invoiceSettings?productType=INVOICING'

/** Reads and changes an organization's invoice settings. */
export function settingsOf({ port }: { readonly port: number }, owner: Keyed, query = '') {
  const ask = async (method: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await sendAs(port, owner, { method, path: `${PATH}${query}`, body, headers })
    const { status, text } = response
    return {
      status,
      body: response.body as SettingsBody,
      text,
      tag: String(response.headers['etag']),
      replayed: response.headers['idempotency-replayed'] ?? null,
    }
  }
  return {
    get: () => ask('GET'),
    put: (settings: unknown, headers?: Readonly<Record<string, string>>) =>
      ask('PUT', { invoiceSettingsInformation: settings }, headers),
    putBody: (body: unknown) => ask('PUT', body),
  }
}
