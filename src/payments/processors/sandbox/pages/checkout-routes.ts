import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, moneyText } from '../../../../kernel/language.ts'
import { languageOfBrowser } from '../../../../kernel/language-of-browser.ts'
import type { Money } from '../../../../kernel/money.ts'
import { networkOf } from '../../../../platform/http/limits/network-of-address.ts'
import { addRateLimit } from '../../../../platform/http/limits/rate-limit.ts'
import { sendHtml } from '../../../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../../../platform/http/server/create-http-app.ts'
import { chosenLanguage } from '../../../page/choose-language.ts'
import { withoutSecrets } from '../../../page/form/form-fields.ts'
import type { FormRead } from '../../../page/form/form-problem.ts'
import { problemWords } from '../../../page/form/problem-words.ts'
import { addFormBody, valuesOf } from '../../../page/form/read-body.ts'
import { readSource } from '../../../page/form/read-source.ts'
import { loadPageAssets } from '../../../page/page-assets.ts'
import type { FormModel } from '../../../page/page-model.ts'
import { type PageDeps, pageFolderOf, pageNotFound } from '../../../page/visit.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'
import type { Method } from '../../../port/port.ts'
import { type CheckoutSource, TEST_PAY } from '../behaviour.ts'
import { isCheckoutCode } from '../challenge-path.ts'
import { endCheckout } from '../sandbox-processor.ts'
import { findBooked } from '../sandbox-store.ts'
import { type CheckoutMethod, checkoutPage, methodsFor } from './checkout-page.ts'

const PATH = '/sandbox/checkout/:organizationId/:key'
const HIDDEN = { config: { isPathSecret: true }, schema: { hide: true } } as const

/**
 * The checkout page of the sandbox's processor, for methods that happen there. It simulates another company's page: it
 * knows only what the processor knows, and leads back when it has ended.
 */
export function sandboxCheckoutRoutes(deps: PageDeps): RoutePlugin {
  return async (app) => {
    const { style, script } = await loadPageAssets(pageFolderOf(deps))
    addFormBody(app)
    addRateLimit(app, { perMinute: deps.requestsPerMinute, keyOf: networkOf })
    app.get(PATH, HIDDEN, async (request, reply) => {
      const checkout = await findCheckout(deps, request)
      if (checkout.isEnded) return reply.redirect(checkout.returnUrl, 303)
      return sendCheckout({ request, reply, style, script }, checkout, { values: {}, problems: {} })
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
      const method = chosenMethod(checkout, sent)
      const values = { ...valuesOf(sent), method }
      const read = readCheckout(deps, method, values)
      if ('problems' in read) {
        const { language } = checkout
        const problems = problemWords(read.problems, { words: PAGE_WORDS[language], language })
        const again = { values: withoutSecrets(values), problems }
        return sendCheckout({ request, reply: reply.code(422), style, script }, checkout, again)
      }
      await endCheckout(deps, place, read.value)
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

/** The method chosen on our page, or by the payer here; a card by default. */
function chosenMethod({ method, amount }: Checkout, sent: URLSearchParams): CheckoutMethod {
  if (method !== 'hosted') return method
  return methodsFor(amount.currency).find((name) => name === sent.get('method')) ?? 'card'
}

type Answering = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly style: string
  readonly script: string
}

async function sendCheckout(
  { request, reply, style, script }: Answering,
  { language, method, amount }: Checkout,
  form: Pick<FormModel, 'values' | 'problems'>,
): Promise<FastifyReply> {
  const page = {
    ...form,
    language,
    method,
    style,
    script,
    amount: moneyText(amount, language),
    currency: amount.currency,
  }
  // Relative, so that it works below any path.
  const action = `?${request.url.split('?', 2)[1] ?? ''}`
  return sendHtml(reply, () => checkoutPage({ ...page, action }))
}

/** Reads the payer's input as our own page does; a wallet only confirms. */
function readCheckout(
  { clock }: PageDeps,
  method: CheckoutMethod,
  values: FormModel['values'],
): FormRead<CheckoutSource> {
  if (method === TEST_PAY) return { value: { method } }
  if (method !== 'card' && method !== 'bankDebit') return { value: { method, walletToken: 'confirmed' } }
  return readSource(values, { method, today: clock.now().toZonedDateTimeISO('UTC').toPlainDate() })
}
