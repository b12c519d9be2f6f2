/** The request body of a one-time report over a day. */
export function anOrder(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    reportDefinitionName: 'TransactionRequestClass',
    reportFields: ['Request.MerchantID', 'Request.RequestID'],
    reportName: 'My report',
    reportStartTime: '2026-03-08T00:00:00Z',
    reportEndTime: '2026-03-09T00:00:00Z',
    ...changes,
  }
}

/** The request body of a subscription to a daily report. */
export function aSubscription(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    reportDefinitionName: 'TransactionRequestClass',
    reportFields: ['Request.MerchantID', 'Request.RequestID'],
    reportName: 'My subscription',
    timezone: 'Europe/Berlin',
    ...changes,
  }
}
