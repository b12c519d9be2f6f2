import type { ListedRecord } from '../responses/list-records.ts'
import { listReport } from '../responses/list-report.ts'
import { recordItems } from '../responses/record-items.ts'
import { formatMs, textIn, timeIn } from '../responses/record-value.ts'
import { column, type Item } from '../responses/report-form.ts'

const FIELDS = [
  ...['Request.MerchantReferenceNumber', 'Request.TransactionReferenceNumber'],
  ...['Event.EventDate', 'Event.ProcessorMessage', 'Check.BankTransitNumber'],
  ...['PaymentMethod.AccountSuffix', 'PaymentMethod.BankAccountName'],
  ...['BillTo.FirstName', 'BillTo.LastName'],
]

/** Corrections by banks to the account data of payments. */
export const NOTIFICATION_OF_CHANGES = listReport({
  name: 'notification-of-changes',
  operationId: 'getNotificationOfChangeReport',
  summary: 'Notification of changes',
  description: 'Corrections by banks to the account data of payments, by merchant and time.',
  /** No record contains the account type yet. */
  form: {
    title: 'Notification of Change Report',
    version: '1.0',
    dtdCode: 'noc',
    item: {
      listName: 'notificationOfChanges',
      element: 'NotificationOfChange',
      columns: [
        ...['merchantReferenceNumber', 'transactionReferenceNumber', 'time', 'code'],
        ...['accountType', 'routingNumber', 'accountNumber', 'consumerName'],
      ].map((name) => column(name)),
    },
  },
  items: (deps, scope) =>
    recordItems(deps, scope, {
      kind: 'processor-event',
      fields: FIELDS,
      where: ({ dialect, valueIn }) => `${dialect.lowerAscii(valueIn('Event.Event'))} in ('correction', 'noc')`,
      itemOf: changeOf,
    }),
})

function changeOf(record: ListedRecord): Item {
  return {
    merchantReferenceNumber: textIn(record, 'Request.MerchantReferenceNumber'),
    transactionReferenceNumber: textIn(record, 'Request.TransactionReferenceNumber'),
    time: timeIn(record, 'Event.EventDate') ?? formatMs(record.occurredAtMs),
    code: changeCodeIn(textIn(record, 'Event.ProcessorMessage')),
    routingNumber: textIn(record, 'Check.BankTransitNumber'),
    accountNumber: masked(textIn(record, 'PaymentMethod.AccountSuffix')),
    consumerName: textIn(record, 'PaymentMethod.BankAccountName') ?? customerName(record),
  }
}

/** The message of a bank starts with a code such as C01, followed by text. */
function changeCodeIn(message: string | undefined): string | undefined {
  return /^\s*(C\d\d)\b/i.exec(message ?? '')?.[1]?.toUpperCase()
}

const SHOWN_DIGITS = 4

function masked(suffix: string | undefined): string | undefined {
  return suffix && `${'#'.repeat(SHOWN_DIGITS)}${suffix.slice(-SHOWN_DIGITS)}`
}

function customerName(record: ListedRecord): string | undefined {
  const names = ['BillTo.FirstName', 'BillTo.LastName'].map((name) => textIn(record, name))
  return names.filter((name) => name !== undefined).join(' ') || undefined
}
