import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, moneyText } from '../../../../kernel/language.ts'
import { type Money, zero } from '../../../../kernel/money.ts'
import { sendHtml } from '../../../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../../../platform/http/server/create-http-app.ts'
import { addRateLimit } from '../../../../platform/http/server/rate-limit.ts'
import { chosenLanguage, languageOfBrowser } from '../../../page/choose-language.ts'
import { withoutSecrets } from '../../../page/form/form-fields.ts'
import { addFormBody, valuesOf } from '../../../page/form/read-body.ts'
import { type FormReading, readForm } from '../../../page/form/read-form.ts'
import { loadPageAssets } from '../../../page/page-assets.ts'
import type { FormModel, FormTerms } from '../../../page/page-model.ts'
import { type PageDeps, pageFolderOf, pageNotFound } from '../../../page/visit.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'
import type { Method, Source } from '../../../port/port.ts'
import { isCheckoutCode } from '../challenge-path.ts'
import { endCheckout } from '../sandbox-processor.ts'
import { findBooked } from '../sandbox-store.ts'
import { checkoutPage } from './checkout-page.ts'

const PATH = '/sandbox/checkout/:organizationId/:key'
const HIDDEN = { config: { isPathSecret: true }, schema: { hide: true } } as const

/**
 * The checkout page of the sandbox's processor, for methods that happen there. It stands for a page of someone else: it
 * knows only what the processor knows, and leads back when it has ended.
 */
export function sandboxCheckoutRoutes(deps: PageDeps): RoutePlugin {
  return async (app) => {
    const { style } = await loadPageAssets(pageFolderOf(deps))
    addFormBody(app)
    addRateLimit(app, { perMinute: deps.requestsPerMinute, keyOf: ({ ip }) => ip })
    app.get(PATH, HIDDEN, async (request, reply) => {
      const checkout = await findCheckout(deps, request)
      if (checkout.isEnded) return reply.redirect(checkout.returnUrl, 303)
      return sendCheckout({ request, reply, style }, checkout, { values: {}, problems: {} })
    })
    app.post(PATH, HIDDEN, async (request, reply) => {
      const checkout = await findCheckout(deps, request)
      const { place, returnUrl } = checkout
      const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (checkout.isEnded) return reply.redirect(returnUrl, 303)
      if (sent.get('result') === 'cancel') {
        await endCheckout(deps, place, 'canceled')
        return reply.redirect(returnUrl, 303)
      }
      const values = { ...valuesOf(sent), method: checkout.method }
      const { source, problems } = readSource(deps, checkout, values)
      if (source === undefined) {
        const again = { values: withoutSecrets(values), problems }
        return sendCheckout({ request, reply: reply.code(422), style }, checkout, again)
      }
      await endCheckout(deps, place, source)
      return reply.redirect(returnUrl, 303)
    })
  }
}

type Checkout = {
  readonly place: { readonly organizationId: string; readonly key: string }
  readonly amount: Money
  readonly method: Method
  readonly returnUrl: string
  readonly language: Language
  /** Whether the payer has paid or left already. */
  readonly isEnded: boolean
}

async function findCheckout({ secrets, database }: PageDeps, request: FastifyRequest): Promise<Checkout> {
  const place = request.params as Checkout['place']
  const code = new URL(request.url, 'http://page').searchParams.get('code') ?? ''
  const booked = isCheckoutCode(secrets, place, code) ? await findBooked(database, place) : undefined
  const { hosted, returnUrl } = booked?.behaviour ?? {}
  if (booked?.amount === undefined || hosted === undefined || returnUrl === undefined) throw pageNotFound()
  const asked = new URL(returnUrl).searchParams.get('lang')
  return {
    ...{ place, amount: booked.amount, method: hosted.method, returnUrl },
    language: chosenLanguage(asked, languageOfBrowser(request.headers['accept-language'])),
    isEnded: booked.outcome.status !== 'challenge',
  }
}

type Answering = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly style: string }

async function sendCheckout(
  { request, reply, style }: Answering,
  { language, method, amount }: Checkout,
  form: Pick<FormModel, 'values' | 'problems'>,
): Promise<FastifyReply> {
  const page = { ...form, language, method, style, amount: moneyText(amount, language) }
  // Relative, so that it fits wherever the service stands.
  const action = `?${request.url.split('?', 2)[1] ?? ''}`
  return sendHtml(reply, () => checkoutPage({ ...page, action }))
}

/** What the payer entered, read as on our own page; a wallet only confirms. */
function readSource(
  { clock }: PageDeps,
  { amount, method, language }: Checkout,
  values: FormModel['values'],
): { readonly source: Source | undefined; readonly problems: FormReading['problems'] } {
  if (method !== 'card' && method !== 'bankDebit') return { source: { method, walletToken: 'confirmed' }, problems: {} }
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const terms: FormTerms = {
    owed: { balance: amount, reserved: zero(amount.currency), canPayPartially: false, minimumPartial: undefined },
    payable: { kind: 'exactly', amount },
    ...{ methods: [method], hasCardFields: true, hostedMethods: [], canSaveCard: false, customInputs: [] },
    ...{ needsEmail: false, needsPhone: false, needsShipping: false },
  }
  const words = PAGE_WORDS[language]
  const { problems, request } = readForm({ values, terms, words, language, today, looksPersonal: () => false })
  const source = request?.source
  return { source: source === undefined || 'isHosted' in source ? undefined : source, problems }
}
