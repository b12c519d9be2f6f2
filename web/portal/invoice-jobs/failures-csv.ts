// pure
import type { Language } from '../../../src/kernel/language.ts'
import { csvText } from '../files/csv-text.ts'
import { type Failure, reasonText } from './job.ts'

type Heads = { readonly number: string; readonly customer: string; readonly reason: string }
type FailuresCsv = {
  readonly heads: Heads
  readonly reasons: Parameters<typeof reasonText>[1]
  readonly language: Language
}

/** The invoices that a job could not act on as a file, with the reasons of the page. */
export function failuresCsv(failures: readonly Failure[], { heads, reasons, language }: FailuresCsv): string {
  const rows = failures.map((failure) => [
    failure.invoiceNumber,
    failure.customerName ?? '',
    reasonText(failure, reasons),
  ])
  return csvText([[heads.number, heads.customer, heads.reason], ...rows], language)
}
