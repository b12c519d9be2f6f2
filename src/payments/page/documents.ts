import { findSettings, invoicePdf } from '../../invoicing/index.ts'
import type { DocumentFacts } from '../../invoicing/pure.ts'
import type { Pdf } from '../../platform/pdf/printed-pdfs.ts'
import type { Visit } from './visit.ts'

/** The invoice of a page as a PDF, in the page's language. */
export async function pdfOfInvoice(visit: Visit): Promise<Pdf> {
  const { config, clock } = visit.deps
  return invoicePdf(await documentFacts(visit), { ...config, now: clock.now() })
}

/** A document has the logo in it; a page names its address. */
export async function documentFacts({ deps, page, model }: Visit): Promise<DocumentFacts> {
  const settings = await findSettings(deps.database.db, page.invoice.organizationId)
  return { ...page, settings, merchant: page.organization, language: model.language, isSandbox: model.isSandbox }
}
