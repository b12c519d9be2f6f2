import { createRequire } from 'node:module'

/** The published client SDK, used as a black box and typed as far as it is used. */

type Callback = (error: SdkError | null, data: unknown, answer: SdkAnswer | undefined) => void
type SdkError = {
  readonly status?: number
  readonly message?: string
  readonly response?: SdkAnswer
}
export type SdkAnswer = { readonly status: number; readonly text: string }
/** The result of an SDK call: the response, and the model that the SDK made of it. */
export type SdkResult = SdkAnswer & { readonly data: unknown }
export type SdkConfiguration = Readonly<Record<string, unknown>>

type ApiClient = {
  setConfiguration: (configuration: SdkConfiguration) => void
  acceptHeader: string
  /** The SDK adds the ending. */
  downloadFilePath: string
  callApi: (...input: [...unknown[], Callback]) => void
}
type Api<Method extends string> = new (
  configuration: SdkConfiguration,
  client: ApiClient,
) => Record<Method, (...input: [...unknown[], Callback]) => void>

type Sdk = {
  readonly ApiClient: new () => ApiClient
  readonly InvoicesApi: Api<
    | 'createInvoice'
    | 'getInvoice'
    | 'getAllInvoices'
    | 'updateInvoice'
    | 'performSendAction'
    | 'performPublishAction'
    | 'performCancelAction'
  >
  readonly InvoiceSettingsApi: Api<'getInvoiceSettings' | 'updateInvoiceSettings'>
  readonly MerchantDefinedFieldsApi: Api<
    | 'createMerchantDefinedFieldDefinition'
    | 'getMerchantDefinedFieldsDefinitions'
    | 'putMerchantDefinedFieldsDefinitions'
    | 'deleteMerchantDefinedFieldsDefinitions'
  >
  readonly CreateNewWebhooksApi: Api<
    'findProductsToSubscribe' | 'notificationSubscriptionsV2WebhooksPost' | 'saveSymEgressKey'
  >
  readonly ManageWebhooksApi: Api<
    | 'deleteWebhookSubscription'
    | 'getWebhookSubscriptionById'
    | 'getWebhookSubscriptionsByOrg'
    | 'notificationSubscriptionsV1WebhooksWebhookIdPost'
    | 'notificationSubscriptionsV2WebhooksWebhookIdPatch'
    | 'notificationSubscriptionsV2WebhooksWebhookIdStatusPut'
  >
  readonly ReportsApi: Api<'searchReports' | 'createReport' | 'getReportByReportId'>
  readonly ReportSubscriptionsApi: Api<
    | 'createSubscription'
    | 'createStandardOrClassicSubscription'
    | 'getSubscription'
    | 'getAllSubscriptions'
    | 'deleteSubscription'
  >
  readonly ReportDownloadsApi: Api<'downloadReport'>
  readonly ConversionDetailsApi: Api<'getConversionDetail'>
  readonly PurchaseAndRefundDetailsApi: Api<'getPurchaseAndRefundDetails'>
  readonly NetFundingsApi: Api<'getNetFundingDetails'>
  readonly PaymentBatchSummariesApi: Api<'getPaymentBatchSummary'>
  readonly ChargebackDetailsApi: Api<'getChargebackDetails'>
  readonly ChargebackSummariesApi: Api<'getChargebackSummaries'>
  readonly RetrievalDetailsApi: Api<'getRetrievalDetails'>
  readonly RetrievalSummariesApi: Api<'getRetrievalSummary'>
  readonly InterchangeClearingLevelDetailsApi: Api<'getInterchangeClearingLevelDetails'>
  readonly NotificationOfChangesApi: Api<'getNotificationOfChangeReport'>
  readonly ReportDefinitionsApi: Api<'getResourceV2Info' | 'getResourceInfoByReportDefinition'>
  readonly DownloadDTDApi: Api<'getDTDV2'>
  readonly SearchTransactionsApi: Api<'createSearch' | 'getSearch'>
  readonly TransactionDetailsApi: Api<'getTransaction'>
  readonly RefundApi: Api<'refundPayment' | 'refundCapture'>
  readonly CreateSearchRequest: Model
  readonly CreateWebhook: Model
  readonly SaveSymEgressKey: Model
  readonly UpdateStatus: Model
  readonly UpdateWebhook: Model
  readonly CreateAdhocReportRequest: Model
  readonly CreateReportSubscriptionRequest: Model
  readonly PredefinedSubscriptionRequestBean: Model
  readonly RefundPaymentRequest: Model
  readonly RefundCaptureRequest: Model
  readonly CreateInvoiceRequest: Model
  readonly UpdateInvoiceRequest: Model
  readonly InvoiceSettingsRequest: Model
  readonly MerchantDefinedFieldDefinitionRequest: Model
}
type Model = new () => object

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
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: object },
): Promise<SdkAnswer> {
  const client = new sdk.ApiClient()
  client.setConfiguration(quiet(configuration))
  const parts = [{}, {}, {}, {}, body ?? null, [], ['application/json'], ['application/json']]
  return answered((done) => client.callApi(path, method, ...parts, Object, false, done))
}

/** The generated calls for invoices, each as a program makes it: bodies go through the SDK's models. */
export function sdkInvoicing(configuration: SdkConfiguration) {
  const invoices = () => new sdk.InvoicesApi(quiet(configuration), new sdk.ApiClient())
  const settings = () => new sdk.InvoiceSettingsApi(quiet(configuration), new sdk.ApiClient())
  const fields = () => new sdk.MerchantDefinedFieldsApi(quiet(configuration), new sdk.ApiClient())
  const { CreateInvoiceRequest, UpdateInvoiceRequest, InvoiceSettingsRequest } = sdk
  const { MerchantDefinedFieldDefinitionRequest: Definition } = sdk
  const product = { productType: 'INVOICING' }
  return {
    create: (body: object) => resultOf((done) => invoices().createInvoice(modelOf(CreateInvoiceRequest, body), done)),
    get: (id: string) => resultOf((done) => invoices().getInvoice(id, done)),
    list: (offset: number, limit: number, filter: object = {}) =>
      resultOf((done) => invoices().getAllInvoices(offset, limit, filter, done)),
    update: (id: string, body: object) =>
      resultOf((done) => invoices().updateInvoice(id, modelOf(UpdateInvoiceRequest, body), done)),
    send: (id: string) => resultOf((done) => invoices().performSendAction(id, done)),
    publish: (id: string) => resultOf((done) => invoices().performPublishAction(id, done)),
    cancel: (id: string) => resultOf((done) => invoices().performCancelAction(id, done)),
    getSettings: () => resultOf((done) => settings().getInvoiceSettings(product, done)),
    updateSettings: (body: object) =>
      resultOf((done) => {
        const request = modelOf(InvoiceSettingsRequest, body)
        return settings().updateInvoiceSettings(request, product, done)
      }),
    listFields: () => resultOf((done) => fields().getMerchantDefinedFieldsDefinitions('Invoice', done)),
    createField: (body: object) =>
      resultOf((done) => fields().createMerchantDefinedFieldDefinition('Invoice', modelOf(Definition, body), done)),
    updateField: (id: string, body: object) =>
      resultOf((done) => fields().putMerchantDefinedFieldsDefinitions('Invoice', id, body, done)),
    deleteField: (id: string) =>
      resultOf((done) => fields().deleteMerchantDefinedFieldsDefinitions('Invoice', id, done)),
  }
}

/** The generated calls for webhooks and their keys. */
export function sdkWebhooks(configuration: SdkConfiguration) {
  const creating = () => new sdk.CreateNewWebhooksApi(quiet(configuration), new sdk.ApiClient())
  const managing = () => new sdk.ManageWebhooksApi(quiet(configuration), new sdk.ApiClient())
  return {
    products: (id: string) => resultOf((done) => creating().findProductsToSubscribe(id, done)),
    createKey: (body: object) =>
      resultOf((done) => {
        const saveSymEgressKey = modelOf(sdk.SaveSymEgressKey, body)
        return creating().saveSymEgressKey({ saveSymEgressKey }, done)
      }),
    create: (body: object) =>
      resultOf((done) => {
        const createWebhook = modelOf(sdk.CreateWebhook, body)
        return creating().notificationSubscriptionsV2WebhooksPost({ createWebhook }, done)
      }),
    list: (id: string) => resultOf((done) => managing().getWebhookSubscriptionsByOrg(id, {}, done)),
    get: (id: string) => resultOf((done) => managing().getWebhookSubscriptionById(id, done)),
    update: (id: string, body: object) =>
      resultOf((done) => {
        const updateWebhook = modelOf(sdk.UpdateWebhook, body)
        return managing().notificationSubscriptionsV2WebhooksWebhookIdPatch(id, { updateWebhook }, done)
      }),
    activate: (id: string) =>
      resultOf((done) => {
        const updateStatus = modelOf(sdk.UpdateStatus, { status: 'ACTIVE' })
        return managing().notificationSubscriptionsV2WebhooksWebhookIdStatusPut(id, { updateStatus }, done)
      }),
    test: (id: string) => resultOf((done) => managing().notificationSubscriptionsV1WebhooksWebhookIdPost(id, done)),
    remove: (id: string) => resultOf((done) => managing().deleteWebhookSubscription(id, done)),
  }
}

export async function sdkSearchReports(configuration: SdkConfiguration): Promise<SdkAnswer> {
  const api = new sdk.ReportsApi(quiet(configuration), new sdk.ApiClient())
  const [from, to] = ['2026-10-01T00:00:00.00Z', '2026-10-30T23:59:59.59Z']
  return answered((done) => api.searchReports(from, to, 'reportTimeFrame', {}, done))
}

/** The generated calls for reports on demand, by the names of their paths. */
export function sdkOnDemand(configuration: SdkConfiguration) {
  const made = <Method extends string>(Class: Api<Method>, method: Method) => {
    return (startTime: string, endTime: string, options: object = {}) => {
      const api = new Class(quiet(configuration), new sdk.ApiClient())
      return resultOf((done) => api[method](startTime, endTime, options, done))
    }
  }
  const changes = new sdk.NotificationOfChangesApi(quiet(configuration), new sdk.ApiClient())
  return {
    'conversion-details': made(sdk.ConversionDetailsApi, 'getConversionDetail'),
    'purchase-refund-details': made(sdk.PurchaseAndRefundDetailsApi, 'getPurchaseAndRefundDetails'),
    'net-fundings': made(sdk.NetFundingsApi, 'getNetFundingDetails'),
    'payment-batch-summaries': made(sdk.PaymentBatchSummariesApi, 'getPaymentBatchSummary'),
    'chargeback-details': made(sdk.ChargebackDetailsApi, 'getChargebackDetails'),
    'chargeback-summaries': made(sdk.ChargebackSummariesApi, 'getChargebackSummaries'),
    'retrieval-details': made(sdk.RetrievalDetailsApi, 'getRetrievalDetails'),
    'retrieval-summaries': made(sdk.RetrievalSummariesApi, 'getRetrievalSummary'),
    'interchange-clearing-level-details': made(
      sdk.InterchangeClearingLevelDetailsApi,
      'getInterchangeClearingLevelDetails',
    ),
    'notification-of-changes': (startTime: string, endTime: string) =>
      resultOf((done) => changes.getNotificationOfChangeReport(startTime, endTime, done)),
  }
}

/** The generated calls for reports: the body of an order goes through the SDK's model. */
export function sdkReports(configuration: SdkConfiguration) {
  const api = () => new sdk.ReportsApi(quiet(configuration), new sdk.ApiClient())
  const { CreateAdhocReportRequest } = sdk
  return {
    create: (body: object, options: object = {}) =>
      resultOf((done) => api().createReport(modelOf(CreateAdhocReportRequest, body), options, done)),
    search: (startTime: string, endTime: string, options: object = {}) =>
      resultOf((done) => api().searchReports(startTime, endTime, 'reportTimeFrame', options, done)),
    get: (reportId: string, options: object = {}) =>
      resultOf((done) => api().getReportByReportId(reportId, options, done)),
  }
}

/** The generated calls for subscriptions: the body goes through the SDK's model, and a 304 is an error to it. */
export function sdkSubscriptions(configuration: SdkConfiguration) {
  const api = () => new sdk.ReportSubscriptionsApi(quiet(configuration), new sdk.ApiClient())
  const { CreateReportSubscriptionRequest: Request, PredefinedSubscriptionRequestBean: Predefined } = sdk
  return {
    put: (body: object, options: object = {}) =>
      resultOf((done) => api().createSubscription(modelOf(Request, body), options, done)),
    putPredefined: (body: object, options: object = {}) =>
      resultOf((done) => api().createStandardOrClassicSubscription(modelOf(Predefined, body), options, done)),
    get: (reportName: string, options: object = {}) =>
      resultOf((done) => api().getSubscription(reportName, options, done)),
    list: (options: object = {}) => resultOf((done) => api().getAllSubscriptions(options, done)),
    remove: (reportName: string, options: object = {}) =>
      resultOf((done) => api().deleteSubscription(reportName, options, done)),
  }
}

/**
 * Downloads a report to a file, whose path is returned, as a program does with the SDK. The SDK sends two requests, for
 * the file and for a response, and always reports an error of its own for the second one.
 */
export async function sdkDownload(
  configuration: SdkConfiguration,
  { reportDate, reportName, accept, path }: SdkDownload,
): Promise<{ readonly file: string; readonly message: string | undefined }> {
  const client = new sdk.ApiClient()
  if (accept !== undefined) client.acceptHeader = accept
  client.downloadFilePath = path
  const api = new sdk.ReportDownloadsApi(quiet(configuration), client)
  const message = await new Promise<string | undefined>((resolve) => {
    api.downloadReport(reportDate, reportName, {}, (error) => resolve(error?.message))
  })
  return { file: client.downloadFilePath, message }
}

type SdkDownload = {
  readonly reportDate: string
  readonly reportName: string
  readonly accept?: 'application/xml' | 'text/csv'
  /** Without the ending. */
  readonly path: string
}

/** The generated calls for report definitions. */
export function sdkReportDefinitions(configuration: SdkConfiguration) {
  const api = () => new sdk.ReportDefinitionsApi(quiet(configuration), new sdk.ApiClient())
  const dtds = () => new sdk.DownloadDTDApi(quiet(configuration), new sdk.ApiClient())
  return {
    list: (options: object = {}) => resultOf((done) => api().getResourceV2Info(options, done)),
    get: (name: string, options: object = {}) =>
      resultOf((done) => api().getResourceInfoByReportDefinition(name, options, done)),
    getDtd: (name: string) => resultOf((done) => dtds().getDTDV2(name, done)),
  }
}

/** The generated calls for refunds. */
export function sdkRefunds(configuration: SdkConfiguration) {
  const api = () => new sdk.RefundApi(quiet(configuration), new sdk.ApiClient())
  const { RefundPaymentRequest, RefundCaptureRequest } = sdk
  return {
    payment: (id: string, body: object) =>
      resultOf((done) => api().refundPayment(modelOf(RefundPaymentRequest, body), id, done)),
    capture: (id: string, body: object) =>
      resultOf((done) => api().refundCapture(modelOf(RefundCaptureRequest, body), id, done)),
  }
}

/** The generated calls for transaction search. */
export function sdkTransactions(configuration: SdkConfiguration) {
  const searches = () => new sdk.SearchTransactionsApi(quiet(configuration), new sdk.ApiClient())
  const details = () => new sdk.TransactionDetailsApi(quiet(configuration), new sdk.ApiClient())
  const { CreateSearchRequest } = sdk
  return {
    createSearch: (body: object) =>
      resultOf((done) => searches().createSearch(modelOf(CreateSearchRequest, body), done)),
    getSearch: (searchId: string) => resultOf((done) => searches().getSearch(searchId, done)),
    get: (id: string) => resultOf((done) => details().getTransaction(id, done)),
  }
}

/** A program fills a model field by field, with texts, numbers and dates as it has them. */
function modelOf(Model: Model, fields: object): object {
  return Object.assign(new Model(), fields)
}

function quiet(configuration: SdkConfiguration): SdkConfiguration {
  return { logConfiguration: { enableLog: false }, ...configuration }
}

async function answered(start: (done: Callback) => void): Promise<SdkAnswer> {
  const { status, text } = await resultOf(start)
  return { status, text }
}

async function resultOf(start: (done: Callback) => void): Promise<SdkResult> {
  return new Promise((resolve, reject) => {
    start((error, data, answer) => {
      const response = answer ?? error?.response
      if (response === undefined) reject(new Error(`no answer: ${error?.message}`, { cause: error }))
      else resolve({ status: response.status, text: response.text, data })
    })
  })
}
