import { parseMoney, zero } from '../../../../src/kernel/money.ts'
import type { Person } from '../../../../src/organizations/users/person.ts'
import { systemClock } from '../../../../src/platform/clock/clock.ts'
import type { Database } from '../../../../src/platform/postgres/database.ts'
import { HOSTILE_FIELDS, hostileInvoice, hostileMerchant } from '../../data/hostile.ts'
import {
  ARABIC_CUSTOMER,
  JAPANESE_CUSTOMER,
  LEGAL_NAME,
  LONG_CUSTOMER,
  LONG_WORD,
  PARAGRAPH,
} from '../../data/hostile-words.ts'
import { anInvoice, at } from '../../data/invoices.ts'
import { anOrganization } from '../../data/organizations.ts'
import { aPerson, aSession } from '../../data/people.ts'
import { storeInvoices } from '../../data/stored-invoices.ts'
import { type Answer, sendRequest } from '../../http/send-request.ts'

type Service = { readonly database: Database; readonly url: string }

/** Where the pages of the portal are, with hostile data on each, and who may see them. */
export type PortalWorld = {
  readonly url: string
  /** Cookies of sessions: an owner of everything, a viewer of the shop, and a person who must prove who they are again. */
  readonly owner: string
  readonly viewer: string
  readonly unconfirmed: string
  readonly database: Database
}

const MERCHANTS = 10_000
/** Numbers of invoices that have been made for a page of their own. */
export const NUMBERS = {
  overdue: 'RECHNUNG-2026-04711-NRW',
  draft: 'ENTWURF-2026-0000000000001',
  partial: 'TEILZAHLUNG-2026-11',
  canceled: 'STORNO 12/2026',
} as const

const STATUSES = ['SENT', 'PAID', 'CREATED', 'DRAFT', 'CANCELED', 'PARTIAL', 'PENDING', 'SENT'] as const
const AMOUNTS = [
  ['2345.67', 'EUR'],
  ['7654321098.76', 'USD'],
  ['765432109876', 'JPY'],
  ['765432109.876', 'KWD'],
  ['1200.00', 'EUR'],
] as const
const CUSTOMERS = [
  { name: 'Tanya Lee', email: 'tanya.lee@example.com' },
  { name: LONG_CUSTOMER.name, companyName: LONG_CUSTOMER.company.name, email: LONG_CUSTOMER.email },
  { name: ARABIC_CUSTOMER.name, email: 'accounts@gulf.example' },
  { name: JAPANESE_CUSTOMER.name, email: 'keiri@tokyo.example' },
  { name: LONG_WORD, email: 'word@example.com' },
  { name: undefined, email: LONG_CUSTOMER.email },
] as const

/** Fills a service with a partner of 10,000 merchants; one has the worst invoices, one none, one is suspended. */
export async function fillPortal(service: Service): Promise<PortalWorld> {
  const { database, url } = service
  await anOrganization(service, 'verbund', { type: 'partner', name: LEGAL_NAME, timeZone: 'Europe/Berlin' })
  const below = { parentId: 'verbund', timeZone: 'Europe/Berlin' }
  await anOrganization(service, 'shop', { ...below, name: `Café ${LONG_WORD}`, hasFraudManagement: true })
  await anOrganization(service, 'empty', { ...below, name: 'Teehaus' })
  await anOrganization(service, 'suspended', { ...below, name: 'Rösterei' })
  await database.pool.query(
    `update organizations set status = 'SUSPENDED', status_reason = $1 where organization_id = 'suspended'`,
    [PARAGRAPH.slice(0, 200)],
  )
  await addMerchants(database)
  await storeInvoices(
    database,
    Array.from({ length: 60 }, (_, index) => storedInvoice(index)),
  )
  const owner = await addPeople(service)
  const viewer = await aPerson(service, { name: LONG_WORD, roles: { shop: 'viewer' } })
  const now = systemClock.now()
  const cookieOf = async (person: Pick<Person, 'personId'>, since = now) =>
    (await aSession(service, person, { baseUrl: url, now: since })).cookie
  const world = {
    ...{ url, database, owner: await cookieOf(owner), viewer: await cookieOf(viewer) },
    unconfirmed: await cookieOf(owner, now.subtract({ minutes: 30 })),
  }
  await addInvoices(world)
  await addSettings(world)
  await addViews(world)
  // As the database does by itself in time: without, it expects as many invoices as merchants.
  await database.pool.query('analyze')
  return world
}

/** Merchants whose names are long and much alike, as those of a chain are. */
async function addMerchants({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into organizations (organization_id, type, parent_id, path, name, time_zone, contact, status,
        has_fraud_management, created_at, updated_at)
      select 'filiale-' || lpad(number::text, 5, '0'), 'merchant', 'verbund',
        array['verbund', 'filiale-' || lpad(number::text, 5, '0')],
        $1 || number, 'UTC', '{}', case when number % 9 = 0 then 'SUSPENDED' else 'ACTIVE' end, false, now(), now()
      from generate_series(1, $2::int) as number`,
    [`Filiale ${LONG_CUSTOMER.company.name} `, MERCHANTS - 3],
  )
  await pool.query('analyze organizations')
}

function storedInvoice(index: number) {
  const status = STATUSES[index % STATUSES.length] ?? 'SENT'
  const [amount, currency] = AMOUNTS[index % AMOUNTS.length] ?? AMOUNTS[0]
  const total = parseMoney(amount, currency)
  const isSettled = status === 'PAID' || status === 'CANCELED'
  const isHeld = status === 'PENDING'
  return anInvoice({
    position: index + 1,
    invoiceNumber: index % 7 === 3 ? `RECHNUNG-2026-0${4_000 + index}-NRW` : `A${1_000 + index}`,
    status,
    createdAt: at('2026-03-01T10:00:00Z').add({ minutes: index }),
    balance: isSettled ? zero(currency) : total,
    ...(isHeld && { openReviews: 1, statusBeforePayment: 'SENT' as const, reserved: total }),
    terms: {
      customer: CUSTOMERS[index % CUSTOMERS.length] ?? CUSTOMERS[0],
      dueOn: Temporal.PlainDate.from('2026-03-04').add({ days: index % 20 }),
      amounts: { total },
    },
  })
}

/** The owner, and everybody whom the page of users shows. */
async function addPeople(service: Service) {
  const everywhere = { verbund: 'owner', shop: 'owner', empty: 'owner', suspended: 'owner' } as const
  const owner = await aPerson(service, { name: LONG_CUSTOMER.name, email: LONG_CUSTOMER.email, roles: everywhere })
  await aPerson(service, { name: ARABIC_CUSTOMER.name, roles: { shop: 'analyst' } })
  await aPerson(service, { name: JAPANESE_CUSTOMER.name, roles: { shop: 'reviewer' }, membershipStatus: 'DISABLED' })
  await aPerson(service, { name: '', roles: { shop: 'clerk' }, membershipStatus: 'INVITED' })
  return owner
}

async function addInvoices(world: PortalWorld): Promise<void> {
  const create = async (invoiceNumber: string, given: Parameters<typeof hostileInvoice>[0] = {}) => {
    const invoiceInformation = {
      ...{ invoiceNumber, dueDate: '2026-02-01', deliveryMode: 'email', sendImmediately: true },
      ...given.invoiceInformation,
    }
    await sendAsPerson(world, 'POST', '/invoicing/v2/invoices', hostileInvoice({ ...given, invoiceInformation }))
  }
  await create(NUMBERS.overdue)
  await create(NUMBERS.draft, { lines: 3, invoiceInformation: { sendImmediately: false } })
  await create(NUMBERS.partial, { lines: 5, currency: 'KWD', customer: ARABIC_CUSTOMER, isPartial: true })
  await create(NUMBERS.canceled, { lines: 1, currency: 'JPY', customer: JAPANESE_CUSTOMER })
  const pathOf = (number: string) => `/invoicing/v2/invoices/${encodeURIComponent(number)}`
  await sendAsPerson(world, 'POST', `${pathOf(NUMBERS.canceled)}/cancelation`, {})
  await sendAsPerson(world, 'POST', `/payments/v1/invoices/${encodeURIComponent(NUMBERS.partial)}/external-payments`, {
    ...{ amount: '1234.567', date: '2026-03-01', method: 'bankTransfer', note: PARAGRAPH.slice(0, 200) },
  })
  await refuseMail(world, NUMBERS.overdue)
}

/** As if the mail server had refused the customer's address. */
async function refuseMail({ database }: PortalWorld, number: string): Promise<void> {
  await database.pool.query(
    `update mail_outbox set state = 'refused', is_due = false, ended_at = now(),
        last_error = '550 5.1.1 The email account that you tried to reach does not exist: ' || $2
      where subject = $1`,
    [`invoice:${number}`, LONG_WORD],
  )
}

/** Settings as long as they may be, and fields of the merchant's own. */
async function addSettings(world: PortalWorld): Promise<void> {
  const { settings } = hostileMerchant({
    logo: 'white',
    hasOwnLabels: true,
    settings: { enableReminders: true, enableMerchantEmailNotifications: true, merchantEmail: LONG_CUSTOMER.email },
  })
  await sendAsPerson(world, 'PUT', '/invoicing/v2/invoiceSettings', { invoiceSettingsInformation: settings })
  for (const field of HOSTILE_FIELDS) {
    await sendAsPerson(world, 'POST', '/invoicing/v2/invoice/merchantDefinedFields', field)
  }
}

async function addViews(world: PortalWorld): Promise<void> {
  for (const [name, isShared] of [
    [LONG_WORD, false],
    ['Grundstücksverwaltung: überfällig und teilweise bezahlt', true],
    ['請求書（未入金・期限超過・要確認）', true],
  ] as const) {
    const columns = ['number', 'customer', 'status', 'total']
    await sendAsPerson(world, 'POST', '/portal/v1/views', {
      name,
      isShared,
      query: 'view=overdue&currency=EUR',
      columns,
    })
  }
}

/** Sends what the pages of the portal send for the owner. */
async function sendAsPerson({ url, owner }: PortalWorld, method: string, path: string, body: object): Promise<Answer> {
  const answer = await sendRequest(Number(new URL(url).port), {
    method,
    path: `${path}?organizationId=shop`,
    headers: {
      ...{ cookie: owner, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      'idempotency-key': `${method} ${path} ${JSON.stringify(body).length}`.replaceAll(/[^\w-]/g, '-').slice(0, 60),
    },
    body: JSON.stringify(body),
  })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer
}
