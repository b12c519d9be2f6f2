import type { App } from '../../support/apps/app.ts'
import { anInvoiceBody } from '../../support/data/invoices.ts'
import { sendAs } from '../../support/http/send-request.ts'
import type { Party } from '../parties.ts'
import type { Row, Thing } from '../row.ts'

const INVOICES = '/invoicing/v2/invoices'
const SETTINGS = '/invoicing/v2/invoiceSettings'
const FIELDS = '/invoicing/v2/Invoice/merchantDefinedFields'
const FIELDS_ROUTE = '/invoicing/v2/:referenceType/merchantDefinedFields'

const invoiceBody = ({ word, currency }: Party, invoiceInformation = {}) =>
  anInvoiceBody({
    customerInformation: { name: word },
    invoiceInformation,
    orderInformation: { amountDetails: { currency } },
  })
const fieldBody = ({ word }: Party, count: number) => ({ fieldType: 'Text', label: `${word} ${count}` })

async function post(app: App, party: Party, path: string, body: object) {
  const answer = await sendAs(app.port, party, { method: 'POST', path, body })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

/** A draft with a number that no other organization has. */
export const invoice: Thing = {
  make: async (app, party, count) => {
    const body = invoiceBody(party, { invoiceNumber: `${party.word}-${count}` })
    return (await post(app, party, INVOICES, body)).id
  },
  unknownId: 'UNKNOWN-1',
  owners: 'merchants',
}

/** The same, mailed to its customer. */
export const sentInvoice: Thing = {
  ...invoice,
  make: async (app, party, count) => {
    const body = invoiceBody(party, { invoiceNumber: `${party.word}-S${count}`, sendImmediately: true })
    return (await post(app, party, INVOICES, body)).id
  },
}

/** Each organization counts its own; only the shop has a second one, so that this id is not also another's. */
const customField: Thing = {
  make: async (app, party, count) => {
    if (party.name === 'shop') await post(app, party, FIELDS, fieldBody(party, -count))
    return (await post(app, party, FIELDS, fieldBody(party, count))).at(-1).id
  },
  unknownId: '987654',
  owners: 'merchants',
}

const list = (path: string): Row => ({
  route: `GET ${path}`,
  scope: 'invoices:read',
  reach: 'below',
  ask: () => ({ path }),
})
const action = (name: string): Row => ({
  route: `POST ${INVOICES}/:id/${name}`,
  scope: 'invoices',
  reach: 'merchant',
  thing: invoice,
  ask: ({ id }) => ({ path: `${INVOICES}/${id}/${name}`, body: {} }),
})

const PORTAL_LIST = '/portal/v1/invoice-list'

export const INVOICE_ROWS: readonly Row[] = [
  list(INVOICES),
  ...['sums', 'csv'].map((part) => list(`${PORTAL_LIST}/${part}`)),
  ...['counts', 'merchants'].map((part) => ({ ...list(`${PORTAL_LIST}/${part}`), showsNothing: true })),
  {
    route: `POST ${INVOICES}`,
    scope: 'invoices',
    reach: 'merchant',
    ask: ({ party }) => ({ path: INVOICES, body: invoiceBody(party) }),
    answers: 201,
  },
  {
    route: `GET ${INVOICES}/:id`,
    scope: 'invoices:read',
    reach: 'merchant',
    thing: invoice,
    ask: ({ id }) => ({ path: `${INVOICES}/${id}` }),
  },
  {
    route: `GET ${INVOICES}/:id/pdf`,
    scope: 'invoices:read',
    reach: 'merchant',
    thing: invoice,
    ask: ({ id }) => ({ path: `${INVOICES}/${id}/pdf` }),
    // Its text is compressed.
    showsNothing: true,
  },
  {
    route: `PUT ${INVOICES}/:id`,
    scope: 'invoices',
    reach: 'merchant',
    thing: invoice,
    ask: ({ id, party }) => ({ path: `${INVOICES}/${id}`, body: invoiceBody(party) }),
  },
  ...['delivery', 'cancelation', 'publication'].map(action),
  { ...action('reminder'), thing: sentInvoice },
  { route: `GET ${SETTINGS}`, scope: 'invoices:read', reach: 'merchant', ask: () => ({ path: SETTINGS }) },
  {
    route: `PUT ${SETTINGS}`,
    scope: 'invoices',
    reach: 'merchant',
    ask: () => ({ path: SETTINGS, body: { invoiceSettingsInformation: { shipTo: true } } }),
  },
]

export const CUSTOM_FIELD_ROWS: readonly Row[] = [
  { route: `GET ${FIELDS_ROUTE}`, scope: 'invoices:read', reach: 'merchant', ask: () => ({ path: FIELDS }) },
  {
    route: `POST ${FIELDS_ROUTE}`,
    scope: 'invoices',
    reach: 'merchant',
    ask: ({ party, count }) => ({ path: FIELDS, body: fieldBody(party, count) }),
  },
  {
    route: `PUT ${FIELDS_ROUTE}/:id`,
    scope: 'invoices',
    reach: 'merchant',
    thing: customField,
    ask: ({ id, party, count }) => ({ path: `${FIELDS}/${id}`, body: fieldBody(party, count) }),
  },
  {
    route: `DELETE ${FIELDS_ROUTE}/:id`,
    scope: 'invoices',
    reach: 'merchant',
    thing: customField,
    ask: ({ id }) => ({ path: `${FIELDS}/${id}` }),
  },
]
