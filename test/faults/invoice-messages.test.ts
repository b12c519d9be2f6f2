import { expect, test } from 'vitest'
import { isGenuine, type Key } from '../../examples/verify-webhook.ts'
import { aMessagingMerchant, hasNoDoubles, type MessagingMerchant } from '../support/apps/messaging-merchant.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { aReceiver, type WebhookReceiver } from '../support/http/webhook-receiver.ts'
import { headerOf, type MailReceiver, startMailReceiver } from '../support/mail/mail-receiver.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { isLongRun, seeds } from '../support/run/test-run.ts'
import { startMessagingNodes } from './messaging-nodes.ts'

const INVOICES = isLongRun ? 12 : 4
const KILL_MS_MAX = 1_200
const PHASES = 4

type Invoice = { readonly id: string; readonly link: string }

/** Kills in each phase: two in all, or two in each. */
function plannedKills(random: Random): readonly number[] {
  const kills: number[] = Array.from({ length: PHASES }, () => (isLongRun ? 2 : 0))
  for (let count = 0; !isLongRun && count < 2; count += 1) {
    const phase = random.integer(0, PHASES - 1)
    kills[phase] = (kills[phase] ?? 0) + 1
  }
  return kills
}

test.each(seeds({ usual: 1, long: 20 }))(
  'mails and notifications come once each and in order, whichever node is killed (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const receiver = await aReceiver()
    const mailServer = isLongRun && random.isHeads() ? undefined : await aSlowMailServer(random)
    const roles = isLongRun && random.isHeads() ? (['api', 'worker', 'worker'] as const) : (['all', 'all'] as const)
    const nodes = await startMessagingNodes(roles, mailServer === undefined ? {} : settingsOf(mailServer))
    const shop = aMessagingMerchant({ url: nodes.url, key: nodes.key, isKilled: true })
    const key = await shop.subscribe(receiver.url)
    await shop.move({ set: '2027-03-09T10:00:00Z' })
    const kills = plannedKills(random)
    const during = <T>(phase: number, work: () => Promise<T>): Promise<T> =>
      nodes.whileKilling(kills[phase] ?? 0, { random, killMsMax: KILL_MS_MAX }, work)

    const invoices = await during(0, () => each(INVOICES, () => createInvoice(shop)))
    await during(1, () => moveTo(shop, { set: '2027-04-26T10:00:00Z' }))
    await during(2, () => Promise.all(invoices.map(({ link, id }) => shop.pay(link, id))))
    await during(3, () => Promise.all(invoices.map(({ id }) => refund(shop, id))))
    await moveTo(shop, { advance: 'P2D' })

    await expectMails(shop, invoices, mailServer)
    expectNotifications(receiver, invoices, key)
  },
)

/** A server that takes some time to answer, so that nodes are also killed after it accepted a mail. */
async function aSlowMailServer(random: Random): Promise<MailReceiver> {
  const server = await startMailReceiver()
  server.beforeAnswer(() => new Promise((resolve) => setTimeout(resolve, random.integer(0, 60))))
  return server
}

function settingsOf({ url }: MailReceiver): Readonly<Record<string, string>> {
  return { SMTP_URL: url, QUITTANCE_MAIL_FROM: 'mail@acme.example' }
}

async function each<T>(count: number, make: () => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: count }, make))
}

async function createInvoice(shop: MessagingMerchant): Promise<Invoice> {
  const terms = { invoiceInformation: { dueDate: '2027-04-01', sendImmediately: true } }
  const { id, invoiceInformation } = await shop.ask('POST', '/invoicing/v2/invoices', anInvoiceBody(terms))
  return { id, link: invoiceInformation.paymentLink }
}

async function moveTo(shop: MessagingMerchant, move: object): Promise<void> {
  await shop.move(move, false)
  await shop.arrive()
}

async function refund(shop: MessagingMerchant, id: string): Promise<void> {
  const { payments } = await shop.ask('GET', `/payments/v1/invoices/${id}/payments`)
  expect(payments).toHaveLength(1)
  await shop.ask('POST', `/payments/v1/payments/${payments[0].id}/refunds`, { amount: '40.00' })
}

const MAILS = [
  ...['invoice', 'merchant-notification', 'merchant-notification', 'overdue-reminder 2027-04-02T09:00:00.000Z'],
  ...['receipt', 'refund', 'reminder 2027-03-27T09:00:00.000Z'],
]

/** Each is in the inbox once. A mail server may have got it more than once, under its Message-ID. */
async function expectMails(
  shop: MessagingMerchant,
  invoices: readonly Invoice[],
  mailServer: MailReceiver | undefined,
): Promise<void> {
  const mails = await shop.inbox()
  for (const { id } of invoices) {
    const own = mails.filter(({ invoiceId }) => invoiceId === id)
    const written = own.map(({ kind, createdAt }) => (kind.includes('reminder') ? `${kind} ${createdAt}` : kind))
    expect(written.toSorted()).toEqual(MAILS)
  }
  const ids = mails.map(({ headers }) => headers['Message-ID'])
  expect(mails).toHaveLength(invoices.length * MAILS.length)
  expect(hasNoDoubles(ids)).toBe(true)
  if (mailServer === undefined) return
  const handedOver = mailServer.received.map((mail) => headerOf(mail, 'Message-ID'))
  expect(new Set(handedOver)).toEqual(new Set(ids))
}

const EVENTS = [
  ...['send', 'reminder', 'overdue-reminder', 'paid'].map((name) => `invoicing.customer.invoice.${name}`),
  ...['payments.approved', 'payments.refunded'],
]

/** Those that follow a charge that was carried out. */
const PAID_EVENTS = 3

/** A charge that was killed before it reached the processor is declined, and the payer pays again. */
function isLostCharge({ eventType, payload }: WebhookReceiver['received'][number]['body']): boolean {
  return eventType === 'payments.declined' && payload.data.reason === 'notProcessed'
}

/** Only a death between the receiver's response and our commit repeats a notification, under its id. */
function expectNotifications({ received }: WebhookReceiver, invoices: readonly Invoice[], key: Key): void {
  const arrived = new Map(received.toReversed().map((one) => [one.body.notificationId as string, one]))
  const firsts = received.filter((one) => arrived.get(one.body.notificationId) === one).map(({ body }) => body)
  for (const { id } of invoices) {
    const own = firsts.filter(({ payload }) => payload.data.invoiceNumber === id)
    expect(own.map(({ sequenceNumber }) => sequenceNumber)).toEqual(own.map((_, index) => index + 1))
    const lost = own.filter(isLostCharge)
    expect(own.filter((event) => !lost.includes(event)).map(({ eventType }) => eventType)).toEqual(EVENTS)
    expect(lost.filter((event) => own.indexOf(event) >= own.length - PAID_EVENTS)).toEqual([])
  }
  expect(firsts.filter((event) => !isLostCharge(event))).toHaveLength(invoices.length * EVENTS.length)
  const forged = received.filter(({ headers, text }) => {
    const signature = String(headers['v-c-signature'])
    return !isGenuine(signature, Buffer.from(text), key, Number(/t=(\d+)/.exec(signature)?.[1]))
  })
  expect(forged).toEqual([])
}
