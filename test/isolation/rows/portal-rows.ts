import { keepMails } from '../../../src/notifications/kept-mails/kept-mail-store.ts'
import { testSecrets } from '../../support/data/organizations.ts'
import { sendAs } from '../../support/http/send-request.ts'
import type { Row, Thing } from '../row.ts'
import { invoice, sentInvoice } from './invoicing-rows.ts'

const PORTAL = '/portal/v1'
const reading = { scope: 'invoices:read', reach: 'merchant' } as const

const VIEWS = `${PORTAL}/views`
/** Views and edits belong to persons, of whom the matrix has one for each role: their own tests prove whose they are. */
const EDITS = `${PORTAL}/edits`
const NO_VIEW = '5d1a0c55-5a0e-4d8c-8b52-6f1d2f7c9a10'
const view = { scope: 'any', people: 'for', reach: 'own', showsNothing: true } as const

/** An invoice with a payment, whose currency shows whose it is. */
const paidInvoice: Thing = {
  ...sentInvoice,
  make: async (app, party, count) => {
    const id = await sentInvoice.make(app, party, count)
    const body = { amount: 1, date: '2026-03-01', method: 'cash' }
    const path = `/payments/v1/invoices/${id}/external-payments`
    const answer = await sendAs(app.port, party, { method: 'POST', path, body })
    if (answer.status >= 300) throw new Error(answer.text)
    return id
  },
}

/** The mail of a sent invoice, as if it had been handed over. */
const keptMail: Thing = {
  make: async (app, party, count) => {
    const id = await sentInvoice.make(app, party, count)
    const { organizationId, word } = party
    const { rows } = await app.database.pool.query(
      'select mail_id as "mailId" from mail_outbox where organization_id = $1 and subject = $2',
      [organizationId, `invoice:${id}`],
    )
    const { mailId } = rows[0] as { readonly mailId: string }
    const mail = {
      organizationId,
      mailId,
      subject: word,
      language: 'en-US',
      html: `<p>${word}</p>`,
      text: word,
      images: [],
    }
    await app.database.transaction((tx) => keepMails(tx, testSecrets, { mails: [mail], at: app.clock.now() }))
    return mailId
  },
  unknownId: '2f6f2b0e-6f64-4f61-9d0b-1a2f7f3b8c11',
  owners: 'merchants',
}

export const PORTAL_ROWS: readonly Row[] = [
  {
    ...{ route: `GET ${PORTAL}/backups`, scope: 'organization', people: 'for', reach: 'own', showsNothing: true },
    ask: () => ({ path: `${PORTAL}/backups` }),
  },
  {
    ...{ route: `GET ${PORTAL}/first-steps`, ...reading, showsNothing: true },
    ask: () => ({ path: `${PORTAL}/first-steps` }),
  },
  {
    ...{ route: `GET ${PORTAL}/request-log`, scope: 'keys', people: 'for', reach: 'own', showsNothing: true },
    ask: () => ({ path: `${PORTAL}/request-log` }),
  },
  {
    ...{ route: `GET ${PORTAL}/request-log/:id`, scope: 'keys', people: 'for', reach: 'own', answers: 404 },
    showsNothing: true,
    ask: () => ({ path: `${PORTAL}/request-log/1` }),
  },
  {
    ...{ route: `GET ${PORTAL}/invoices/:id/activity`, ...reading, thing: paidInvoice },
    ask: ({ id }) => ({ path: `${PORTAL}/invoices/${id}/activity` }),
  },
  {
    ...{ route: `GET ${PORTAL}/invoices/:id/changes`, ...reading, thing: invoice },
    ask: ({ id }) => ({ path: `${PORTAL}/invoices/${id}/changes` }),
    // Who changed it and when, by ids.
    showsNothing: true,
  },
  {
    ...{ route: `GET ${PORTAL}/earlier-lines`, ...reading },
    ask: () => ({ path: `${PORTAL}/earlier-lines`, query: { search: 'a' } }),
    // Invoices of the matrix have no lines.
    showsNothing: true,
  },
  {
    ...{ route: `GET ${PORTAL}/invoices/:id/page`, ...reading, thing: invoice },
    ask: ({ id }) => ({ path: `${PORTAL}/invoices/${id}/page` }),
  },
  ...(['page', 'mail', 'pdf'] as const).map(
    (kind): Row => ({
      ...{ route: `POST ${PORTAL}/previews/${kind}`, ...reading, thing: invoice, hasNoAudit: true },
      ask: ({ id }) => ({ path: `${PORTAL}/previews/${kind}`, body: { invoiceNumber: id } }),
      // Of the invoice only its number is shown, and a PDF is compressed.
      showsNothing: true,
    }),
  ),
  {
    ...{ route: `GET ${PORTAL}/mails/:mailId`, ...reading, thing: keptMail },
    ask: ({ id }) => ({ path: `${PORTAL}/mails/${id}` }),
  },
  {
    ...{ route: `GET ${PORTAL}/home`, scope: 'invoices:read', reach: 'below', showsAnyDay: true },
    ask: () => ({ path: `${PORTAL}/home` }),
    // Nothing may be owed, received or need attention.
    showsNothing: true,
  },
  {
    ...{ route: `POST ${PORTAL}/test-mails`, scope: 'invoices', people: 'for', reach: 'merchant', answers: 202 },
    ask: () => ({ path: `${PORTAL}/test-mails`, body: {} }),
    // The person's own address.
    showsNothing: true,
  },
  { ...view, route: `GET ${VIEWS}`, ask: () => ({ path: VIEWS }) },
  {
    ...{ ...view, route: `POST ${VIEWS}`, answers: 201 },
    ask: ({ count }) => ({ path: VIEWS, body: { name: `View ${count}` } }),
  },
  {
    ...{ ...view, route: `PUT ${VIEWS}/:viewId`, answers: 404, hasNoAudit: true },
    ask: () => ({ path: `${VIEWS}/${NO_VIEW}`, body: { name: 'View' } }),
  },
  {
    ...{ ...view, route: `DELETE ${VIEWS}/:viewId`, answers: 404, hasNoAudit: true },
    ask: () => ({ path: `${VIEWS}/${NO_VIEW}` }),
  },
  { ...view, route: `GET ${EDITS}`, ask: () => ({ path: EDITS, query: { about: 'invoice:new' } }) },
  {
    ...{ ...view, route: `PUT ${EDITS}/:about`, answers: 204, hasNoAudit: true },
    ask: () => ({ path: `${EDITS}/invoice:new`, body: { text: '{}' } }),
  },
  {
    ...{ ...view, route: `DELETE ${EDITS}/:about`, answers: 204, hasNoAudit: true },
    ask: () => ({ path: `${EDITS}/invoice:new` }),
  },
]
