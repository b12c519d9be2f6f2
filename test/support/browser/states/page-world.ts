import { hostileInvoice } from '../../data/hostile.ts'
import { attemptKeyIn } from '../../http/page-client.ts'
import { addCustomFields, type PageMerchant, startPageService } from './page-service.ts'
import { anotherAddress } from './payer-address.ts'

/** The services whose pages are shown: each offers other methods. */
const ENVIRONMENTS = {
  sandbox: {},
  /** The processor takes these methods on a page of its own. */
  hosted: { QUITTANCE_SANDBOX_HOSTED_METHODS: 'card,paypal' },
  /** Everything is chosen on the processor's page. */
  chosenThere: { QUITTANCE_SANDBOX_HOSTED_METHODS: 'hosted' },
  /** One declined payment is taken for an attack. */
  attacked: { QUITTANCE_CARD_TESTING_DECLINES: '1' },
  /** No processor is configured. */
  live: { QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: 'https://pay.example.com' },
} as const
export type ServiceName = keyof typeof ENVIRONMENTS

/** Merchants by the look of their pages. */
const LOOKS = {
  yellow: { logo: 'wide' },
  /** Its labels are its own, and it asks payers for everything. */
  tall: { logo: 'tall', color: '#0B5D3B', hasOwnLabels: true },
  dark: { logo: 'dark', color: '#101010' },
  plain: { logo: 'none', color: 'none' },
  white: { logo: 'white', color: '#0B5D3B' },
  whiteOnWhite: { logo: 'white', color: 'none' },
} as const
type Look = keyof typeof LOOKS

type InvoiceInput = Parameters<typeof hostileInvoice>[0]
type MadeInvoice = { readonly id: string; readonly link: string }

/** A running service with its merchants, from which states make their links. */
export type PageWorld = {
  readonly url: string
  readonly merchant: (look: Look) => Promise<PageMerchant>
  readonly invoice: (look: Look, given?: InvoiceInput) => Promise<MadeInvoice>
  readonly suspendedLink: () => Promise<string>
  readonly customFieldIds: () => Promise<readonly number[]>
}

/** Starts services when the first state needs them, and merchants when the first invoice does. */
export function pageWorlds(folder: string) {
  const started = new Map<ServiceName, Promise<Awaited<ReturnType<typeof startWorld>>>>()
  return {
    world: async (name: ServiceName): Promise<PageWorld> => {
      const starting = started.get(name) ?? startWorld(folder, name)
      started.set(name, starting)
      return (await starting).world
    },
    stop: async (): Promise<void> => {
      const all = await Promise.allSettled(started.values())
      await Promise.all(all.map(async (one) => one.status === 'fulfilled' && (await one.value.stop())))
    },
  }
}

async function startWorld(folder: string, name: ServiceName) {
  const service = await startPageService(folder, ENVIRONMENTS[name])
  const merchant = once((look: Look) => service.addMerchant(`hostile-${look}`, LOOKS[look]))
  const invoiceOf = async ({ call }: PageMerchant, given: InvoiceInput): Promise<MadeInvoice> => {
    const { id, invoiceInformation } = await call('POST', '/invoicing/v2/invoices', hostileInvoice(given))
    const { pathname, search } = new URL(invoiceInformation.paymentLink)
    // In live mode the link names an address of which only its service knows.
    return { id, link: service.url + pathname + search }
  }
  const world: PageWorld = {
    url: service.url,
    merchant,
    invoice: async (look, given = {}) => invoiceOf(await merchant(look), given),
    suspendedLink: once(async () => {
      const suspended = await service.addMerchant('hostile-suspended', LOOKS.dark)
      const { link } = await invoiceOf(suspended, {})
      await service.command('organizations', 'suspend', suspended.id, '--reason', 'an example')
      return link
    }),
    customFieldIds: once(async () => addCustomFields(await merchant('tall'))),
  }
  return { world, stop: service.stop }
}

function once<Args extends readonly string[], T>(make: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (...args) => {
    const key = args.join()
    const making = made.get(key) ?? make(...args)
    made.set(key, making)
    return making
  }
}

/** The sandbox never answers for this card and amount, so that the payment holds the balance. */
const UNANSWERED = '4111111111111111'
const UNANSWERED_AMOUNT = { lines: 0, amountDetails: { totalAmount: '4000.00' } }

/** A payment whose outcome is not known yet: the page of its invoice, and its own. */
export async function unansweredPayment({ invoice }: PageWorld) {
  const { link } = await invoice('plain', UNANSWERED_AMOUNT)
  const headers = await payByCard(link, UNANSWERED)
  return { link, attempt: new URL(headers.get('location') ?? '', link).href }
}

/** The link of a merchant whose payers are challenged because of card testing. */
export async function attackedLink({ invoice }: PageWorld): Promise<string> {
  await payByCard((await invoice('yellow')).link, '4000000000000002')
  return (await invoice('yellow')).link
}

async function payByCard(link: string, cardNumber: string): Promise<Headers> {
  const attempt = attemptKeyIn(await (await fetch(link)).text())
  const card = { method: 'card', cardNumber, cardExpiry: '12/30', cardCode: '123', cardName: 'Ada Lovelace' }
  const body = new URLSearchParams({ attempt, language: 'en-US', ...card })
  const sent = { method: 'POST', body, redirect: 'manual', headers: anotherAddress() } as const
  return (await fetch(link.replace(/\?.*/, ''), sent)).headers
}
