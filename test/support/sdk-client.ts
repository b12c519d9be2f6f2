import { createRequire } from 'node:module'

/** The published client SDK, used as a black box and typed as far as it is used. */

type Callback = (error: SdkError | null, data: unknown, answer: SdkAnswer | undefined) => void
type SdkError = {
  readonly status?: number
  readonly message?: string
  readonly response?: SdkAnswer
}
export type SdkAnswer = { readonly status: number; readonly text: string }
export type SdkConfiguration = Readonly<Record<string, unknown>>

type ApiClient = {
  setConfiguration: (configuration: SdkConfiguration) => void
  callApi: (...input: [...unknown[], Callback]) => void
}
type Api<Method extends string> = new (
  configuration: SdkConfiguration,
  client: ApiClient,
) => Record<Method, (...input: [...unknown[], Callback]) => void>

type CustomFieldCall =
  | 'createMerchantDefinedFieldDefinition'
  | 'getMerchantDefinedFieldsDefinitions'
  | 'putMerchantDefinedFieldsDefinitions'
  | 'deleteMerchantDefinedFieldsDefinitions'

type Sdk = {
  readonly ApiClient: new () => ApiClient
  readonly InvoicesApi: Api<'createInvoice'>
  readonly InvoiceSettingsApi: Api<'getInvoiceSettings' | 'updateInvoiceSettings'>
  readonly MerchantDefinedFieldsApi: Api<CustomFieldCall>
  readonly ReportsApi: Api<'searchReports'>
  readonly CreateInvoiceRequest: new () => object
  readonly InvoiceSettingsRequest: new () => object
}

const require = createRequire(import.meta.url)
const sdk = require('cybersource-rest-client') as Sdk

/** Where the SDK is to go: plain HTTP by way of another host, HTTPS with a CA of one's own. */
export function plainHttp(port: number): SdkConfiguration {
  return { runEnvironment: 'api.example', intermediateHost: `http://127.0.0.1:${port}` }
}

export function httpsWithCa(port: number, caFile: string): SdkConfiguration {
  return { runEnvironment: `localhost:${port}`, sslCaCert: caFile }
}

/** Any path, by the call that all generated ones go through. */
export async function sdkCall(
  configuration: SdkConfiguration,
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: object },
): Promise<SdkAnswer> {
  const client = new sdk.ApiClient()
  client.setConfiguration(quiet(configuration))
  const parts = [{}, {}, {}, {}, body ?? null, [], ['application/json'], ['application/json']]
  return answered((done) => client.callApi(path, method, ...parts, Object, false, done))
}

export async function sdkCreateInvoice(
  configuration: SdkConfiguration,
  invoice: object,
): Promise<SdkAnswer> {
  const api = new sdk.InvoicesApi(quiet(configuration), new sdk.ApiClient())
  const request = Object.assign(new sdk.CreateInvoiceRequest(), invoice)
  return answered((done) => api.createInvoice(request, done))
}

export async function sdkGetSettings(configuration: SdkConfiguration): Promise<SdkAnswer> {
  const api = new sdk.InvoiceSettingsApi(quiet(configuration), new sdk.ApiClient())
  return answered((done) => api.getInvoiceSettings({ productType: 'INVOICING' }, done))
}

export async function sdkUpdateSettings(
  configuration: SdkConfiguration,
  invoiceSettingsInformation: object,
): Promise<SdkAnswer> {
  const api = new sdk.InvoiceSettingsApi(quiet(configuration), new sdk.ApiClient())
  const request = Object.assign(new sdk.InvoiceSettingsRequest(), { invoiceSettingsInformation })
  return answered((done) => api.updateInvoiceSettings(request, { productType: 'INVOICING' }, done))
}

/** One of the SDK's own calls about custom fields of invoices, with what comes after the reference type. */
export async function sdkCustomFields(
  configuration: SdkConfiguration,
  call: CustomFieldCall,
  ...input: unknown[]
): Promise<SdkAnswer> {
  const api = new sdk.MerchantDefinedFieldsApi(quiet(configuration), new sdk.ApiClient())
  return answered((done) => api[call]('Invoice', ...input, done))
}

export async function sdkSearchReports(configuration: SdkConfiguration): Promise<SdkAnswer> {
  const api = new sdk.ReportsApi(quiet(configuration), new sdk.ApiClient())
  const [from, to] = ['2026-10-01T00:00:00.00Z', '2026-10-30T23:59:59.59Z']
  return answered((done) => api.searchReports(from, to, 'reportTimeFrame', {}, done))
}

function quiet(configuration: SdkConfiguration): SdkConfiguration {
  return { logConfiguration: { enableLog: false }, ...configuration }
}

async function answered(start: (done: Callback) => void): Promise<SdkAnswer> {
  return new Promise((resolve, reject) => {
    start((error, _data, answer) => {
      const told = answer ?? error?.response
      if (told === undefined) reject(new Error(`no answer: ${error?.message}`, { cause: error }))
      else resolve({ status: told.status, text: told.text })
    })
  })
}
