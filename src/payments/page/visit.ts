import type { FastifyReply, FastifyRequest } from 'fastify'
import type { unsavedInvoices } from '../../invoicing/index.ts'
import { dataUriOf, payerLanguage } from '../../invoicing/pure.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Language } from '../../kernel/language.ts'
import { preferredLanguage } from '../../kernel/language-of-browser.ts'
import type { Mode } from '../../kernel/mode.ts'
import { people } from '../../organizations/index.ts'
import type { PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { chosenLanguage } from './choose-language.ts'
import { isLinkEnded, type LoadedPage, loadPage } from './load-page.ts'
import { type FormTerms, formTerms, type PageAssets, type PageModel, pageModel } from './page-model.ts'
import { isPreview } from './preview-link.ts'
import { type ScreenName, screenOf } from './screen.ts'

export type PageDeps = PaymentDeps & {
  readonly mode: Mode
  readonly pdfs: PrintedPdfs
  /** Of one address. */
  readonly requestsPerMinute: number
  /** Counts an attempt that was challenged because of card testing. */
  readonly countChallenge: (challenge: 'authentication' | 'work') => void
}

/** A request for a link's page, with everything that is needed to answer it. */
export type Visit = {
  readonly deps: PageDeps
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly page: LoadedPage
  readonly model: PageModel
  readonly terms: FormTerms
}
export type VisitHandler = (visit: Visit) => Promise<FastifyReply>

type Asked = Pick<Visit, 'deps' | 'request' | 'reply'>

/** Wraps a handler of a path with a link's token. */
export function visiting(deps: PageDeps, assets: PageAssets) {
  return (handle: VisitHandler) => async (request: FastifyRequest, reply: FastifyReply) =>
    handle(await loadVisit({ deps, request, reply }, assets))
}

/** Everything as it is at this moment. A link that leads nowhere gets the same page always. */
export async function loadVisit({ deps, request, reply }: Asked, assets: PageAssets): Promise<Visit> {
  const { token } = request.params as { readonly token: string }
  const query = queryOf(request)
  const preview = query.get('preview')
  const seesDraft = isPreview(deps.secrets, { paymentToken: token }, { preview, at: deps.machineClock.now() })
  const page =
    (await loadPage(deps.database.db, { token, seesDraft })) ??
    (await loadDraftForStaff({ deps, request, reply }, token))
  if (page === undefined) throw pageNotFound()
  const sent = request.body instanceof URLSearchParams ? request.body : query
  const asked = sent.get('language') ?? query.get('lang')
  const language = chosenLanguage(asked, payerLanguage(page.invoice, page.settings))
  const preferred = asked === null ? preferredLanguage(request.headers['accept-language']) : undefined
  return visitOf({ deps, request, reply }, page, {
    language,
    offeredLanguage: preferred === language ? undefined : preferred,
    query: seesDraft ? `?preview=${preview ?? ''}` : '',
    assets,
    isPreview: seesDraft || page.invoice.status === 'DRAFT',
  })
}

/** The link of a draft shows it to staff of its merchant who have signed in; for everyone else it leads nowhere. */
async function loadDraftForStaff({ deps, request }: Asked, token: string): Promise<LoadedPage | undefined> {
  const { db } = deps.database
  if (request.headers.cookie === undefined) return undefined
  const page = await loadPage(db, { token, seesDraft: true })
  if (page === undefined) return undefined
  const { organizationId } = page.invoice
  const isShown = await people.isStaff({ ...deps, db }, request, { organizationId, permission: 'invoices:read' })
  return isShown ? page : undefined
}

type Shown = Pick<PageModel, 'language' | 'offeredLanguage' | 'query' | 'assets' | 'isPreview'> & {
  readonly unsavedLogo?: string | undefined
}

/** Adds what the processor of the organization offers. */
async function visitOf({ deps, request, reply }: Asked, page: LoadedPage, shown: Shown): Promise<Visit> {
  const { organizationId, balance } = page.invoice
  const { processor, account } = await deps.processors.processorOf(organizationId)
  const around = {
    ...shown,
    now: deps.clock.now(),
    path: `${shown.assets.pages}/${page.token}`,
    isSandbox: deps.mode === 'sandbox',
    parts: processor.pageParts ?? {},
  }
  const capabilities = processor.capabilities({ organizationId, account, currency: balance.currency })
  return { deps, request, reply, page, model: pageModel(page, around), terms: formTerms(page, capabilities) }
}

/** The page of an invoice for its merchant's staff, of a draft too; nothing can be paid on it. */
export async function loadFramedVisit(
  asked: Asked,
  assets: PageAssets,
  { paymentToken: token, language: chosen }: { readonly paymentToken: string; readonly language: Language | undefined },
): Promise<Visit> {
  const page = await loadPage(asked.deps.database.db, { token, seesDraft: true })
  if (page === undefined) throw pageNotFound()
  const language = chosen ?? payerLanguage(page.invoice, page.settings)
  return visitOf(asked, page, { language, offeredLanguage: undefined, query: '', assets, isPreview: true })
}

/** The page of an invoice as it would be if it were saved now. */
export async function unsavedVisit(
  asked: Asked,
  assets: PageAssets,
  { invoice, settings, isPublished, language, ...unsaved }: Awaited<ReturnType<typeof unsavedInvoices.load>>,
): Promise<Visit> {
  const { logo, ...shown } = settings
  const page: LoadedPage = {
    ...unsaved,
    invoice: isPublished ? invoice : { ...invoice, status: 'DRAFT' },
    organization: asked.request.organization,
    settings: { ...shown, hasLogo: logo !== undefined, hasLightLogo: logo?.isLight === true },
    token: invoice.paymentToken,
    payments: [],
    isAttacked: false,
  }
  const unsavedLogo = logo && dataUriOf(logo)
  return visitOf(asked, page, { language, offeredLanguage: undefined, query: '', assets, isPreview: true, unsavedLogo })
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

/** The path of all pages; the service may run below a path of its own. */
export function pageFolderOf({ config }: Pick<PageDeps, 'config'>): string {
  return `${new URL(config.baseUrl).pathname.replace(/\/$/, '')}/pay`
}

/** The same for everything that leads nowhere; `pageErrors` gives it its page. */
export function pageNotFound(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'The page does not exist.')
}

/** The screen that is shown instead of the form at this moment. */
export function screenNow({ deps, page, terms, model }: Visit): ScreenName | undefined {
  return screenOf({
    // A draft looks as it will once it is published.
    status: model.isPreview && page.invoice.status === 'DRAFT' ? 'CREATED' : page.invoice.status,
    payable: terms.payable,
    isLinkEnded: isLinkEnded(page, deps.clock.now()),
    isSuspended: page.organization.suspendedBy !== undefined,
    hasMethod: terms.methods.length > 0,
  })
}
