import type { Language } from '../../kernel/language.ts'
import { zero } from '../../kernel/money.ts'
import { isObject } from '../../kernel/reading/reading.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { payerLanguage } from '../presentation/payer-language.ts'
import { created } from '../rules/created.ts'
import type { Invoice, InvoiceTerms } from '../rules/invoice.ts'
import { refuseForbiddenUpdate } from '../rules/updated.ts'
import { LOGO_BYTES_MAX } from '../settings/logo.ts'
import { type ReadSettings, readSettings } from '../settings/read-settings.ts'
import { rewriteImage } from '../settings/rewrite-image.ts'
import { changedSettings, type InvoiceSettings } from '../settings/settings.ts'
import { findSettings } from '../settings/settings-store.ts'
import { findNextPlace } from '../storage/invoice-creation-store.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'
import { getLoadedInvoice } from '../storage/lock-target.ts'
import type { UnsavedRequest } from './read-unsaved.ts'
import { sampleInvoice } from './sample-invoice.ts'
import { unsavedTerms } from './unsaved-terms.ts'

export type UnsavedDeps = {
  readonly db: Db
  /** The product's clock. */
  readonly clock: Clock
  /** A sandbox allows redirects to plain http. */
  readonly isSandbox: boolean
}

/** An invoice and settings as they would be if they were saved now. */
type UnsavedInvoice = LoadedInvoice & {
  readonly settings: InvoiceSettings
  readonly language: Language
  /** Whether payers see the invoice already, as it was saved. */
  readonly isPublished: boolean
}

/** The link of an invoice that is not stored leads nowhere. */
const NO_TOKEN = '-'.repeat(64)
const DAYS_UNTIL_DUE = 14
const NO_REFERENCE = { developerId: undefined, solutionId: undefined }

/** Combines unsaved terms and settings with the saved ones. Stores nothing. */
export async function loadUnsaved(
  { db, clock, isSandbox }: UnsavedDeps,
  { organizationId, timeZone }: Pick<Organization, 'organizationId' | 'timeZone'>,
  { invoice: sent, invoiceNumber, settings: sentSettings, language: chosen }: UnsavedRequest,
): Promise<UnsavedInvoice> {
  const at = clock.now()
  const [saved, stored] = await Promise.all([
    invoiceNumber === undefined
      ? findNextPlace(db, organizationId)
      : getLoadedInvoice(db, { organizationId, invoiceNumber }),
    findSettings(db, organizationId),
  ])
  const settings = await unsavedSettings(stored, sentSettings, { isSandbox, owner: organizationId, at })
  const currency = settings.values.defaultCurrencyCode ?? 'USD'
  const dueOn = at.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: DAYS_UNTIL_DUE })
  const language = chosen ?? settings.values.deliveryLanguage ?? 'en-US'
  const body = sent ?? sampleInvoice({ language, currency, dueDate: dueOn.toString() })
  const today = at.toZonedDateTimeISO('UTC').toPlainDate()
  const { terms, invoiceNumber: ownNumber } = unsavedTerms(body, { ...saved, today, dueOn, currency })
  const invoice =
    'invoice' in saved
      ? changedInvoice(saved.invoice, terms, at)
      : newInvoice({ organizationId, invoiceNumber: ownNumber ?? saved.invoiceNumber, terms, token: NO_TOKEN }, at)
  const { customLabels, definitions } = saved
  const isPublished = 'invoice' in saved && saved.invoice.status !== 'DRAFT'
  return {
    invoice,
    customLabels,
    definitions,
    settings,
    isPublished,
    language: chosen ?? payerLanguage(invoice, settings),
  }
}

/** A draft looks as it will once it is published. */
function changedInvoice(before: Invoice, terms: InvoiceTerms, at: Temporal.Instant): Invoice {
  refuseForbiddenUpdate(before, { hasLines: terms.lines.length > 0 })
  const { organizationId, invoiceNumber, paymentToken: token } = before
  if (before.status === 'DRAFT') return newInvoice({ organizationId, invoiceNumber, terms, token }, at)
  const { total } = terms.amounts
  return { ...before, submittedAt: at, terms, balance: total, reserved: zero(total.currency) }
}

type NewInvoice = Pick<Invoice, 'organizationId' | 'invoiceNumber' | 'terms'> & { readonly token: string }

function newInvoice({ token: paymentToken, ...invoice }: NewInvoice, at: Temporal.Instant): Invoice {
  const place = { position: 1, paymentToken, clientReference: NO_REFERENCE }
  return created({ ...invoice, ...place, sendImmediately: true }, { at }).after
}

type SettingsContext = { readonly isSandbox: boolean; readonly owner: string; readonly at: Temporal.Instant }

/** A wrong setting has no effect here; the route that saves it names the problem. */
async function unsavedSettings(
  stored: InvoiceSettings,
  sent: unknown,
  { isSandbox, owner, at }: SettingsContext,
): Promise<InvoiceSettings> {
  if (!isObject(sent)) return stored
  const { changes, logo } = readSettings({ invoiceSettingsInformation: sent }, { isSandbox })
  return changedSettings(stored, { ...changes, logo: await decodedLogo(logo, owner) }, { at })
}

async function decodedLogo(logo: ReadSettings['logo'], owner: string) {
  if (logo.to !== 'another') return logo
  const rewriting = await rewriteImage(logo.sent, { bytesMax: LOGO_BYTES_MAX, owner })
  return rewriting.outcome === 'rewritten' ? { ...logo, logo: rewriting.image } : ({ to: 'same' } as const)
}
