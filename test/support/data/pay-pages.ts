import {
  type FormModel,
  formTerms,
  type PageAssets,
  type PageFacts,
  type PageModel,
  pageModel,
} from '../../../src/payments/page/page-model.ts'
import type { PageParts } from '../../../src/payments/port/page-parts.ts'
import type { Capabilities } from '../../../src/payments/port/port.ts'
import { anInvoice, at } from './invoices.ts'

type Given = {
  readonly invoice?: Parameters<typeof anInvoice>[0]
  readonly parts?: PageParts
  readonly capabilities?: Partial<Capabilities>
  readonly assets?: PageAssets
  readonly contact?: PageFacts['organization']['contact']
  readonly payments?: PageFacts['payments']
}

const ASSETS: PageAssets = { pages: '/pay', style: '/pay/assets/pay.css', script: '/pay/assets/pay.js' }
const CAPABILITIES: Capabilities = {
  methods: ['card', 'applePay', 'googlePay', 'paypal'],
  ...{ hasCardFields: true, hostedMethods: [], authenticatedMethods: ['card'], storesCredentials: true },
}

/** The payment page of an invoice at a processor with these parts. */
export function aPayPage({ invoice = {}, parts = {}, capabilities = {}, ...given }: Given = {}): {
  readonly page: PageModel
  readonly form: FormModel
} {
  const { assets = ASSETS, contact = {}, payments = [] } = given
  const now = at('2026-03-09T10:00:00Z')
  const facts = {
    ...{ invoice: anInvoice({ status: 'SENT', ...invoice }), definitions: [], payments },
    settings: { values: {}, labels: [], hasLogo: false, hasLightLogo: false, submittedAt: undefined },
    organization: { name: 'Café Bar', timeZone: 'UTC', contact },
  }
  const page = pageModel(facts, {
    ...{ language: 'en-US', path: '/pay/token', query: '', assets, isSandbox: false, isPreview: false, parts, now },
    offeredLanguage: undefined,
  })
  const form: FormModel = {
    ...formTerms(facts, { ...CAPABILITIES, ...capabilities }),
    ...{ attemptKey: 'k'.repeat(22), values: {}, problems: {}, puzzle: undefined, notice: undefined },
    today: now.toZonedDateTimeISO('UTC').toPlainDate(),
  }
  return { page, form }
}
