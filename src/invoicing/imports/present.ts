import { exactNumber } from '../../kernel/exact-number.ts'
import { type ActorName, presentMails, presentStop } from '../bulk/present.ts'
import type { ImportCheck } from './check-import.ts'
import type { ImportResult } from './import-result-store.ts'
import type { InvoiceImport } from './invoice-import.ts'
import type { ImportRow } from './reading/import-groups.ts'
import type { ImportOptions } from './reading/import-options.ts'
import type { ImportProblem } from './reading/import-problem.ts'

type Mails = Parameters<typeof presentMails>[0]

export function presentImport(file: InvoiceImport, { nameOf, mails }: { nameOf: ActorName; mails?: Mails }) {
  const { importId, fileName, status, orderedBy, createdAt, endedAt, rowCount, lastRow, stop } = file
  const { imported, repeated, failed } = file
  return {
    importId,
    ...(fileName === undefined ? {} : { fileName }),
    status,
    orderedBy: nameOf(orderedBy),
    createdDate: createdAt.toString(),
    ...(endedAt === undefined ? {} : { endedDate: endedAt.toString() }),
    rows: { total: rowCount, done: lastRow },
    invoices: { imported, repeated, failed },
    ...(stop === undefined ? {} : { stop: presentStop(stop, nameOf) }),
    ...(mails === undefined || mails.count === 0 ? {} : { mails: presentMails(mails) }),
  }
}

type Header = {
  readonly samples: readonly ImportRow[]
  readonly remembered: ImportOptions | undefined
  readonly suggested: Readonly<Record<string, string>>
}

/** The columns with the first cells of each, and how the file could be mapped. */
export function presentHeader(file: InvoiceImport, { samples, remembered, suggested }: Header) {
  const options = file.options ?? remembered
  return {
    delimiter: file.delimiter,
    columns: file.columns.map((name, index) => ({ name, samples: samples.map(({ cells }) => cells[index] ?? '') })),
    isRemembered: file.options === undefined && remembered !== undefined,
    options: options === undefined ? { mapping: suggested } : presentOptions(options),
  }
}

function presentOptions({ mapping, defaults, delivery, decimalMark, dateOrder }: ImportOptions) {
  return {
    mapping,
    defaults,
    delivery,
    ...(decimalMark === undefined ? {} : { decimalMark }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
  }
}

export function presentCheck(check: ImportCheck) {
  const { invoices, valid, repeated, failed, sums, problems, problemCount, warnings, warningCount } = check
  return {
    invoices: { total: invoices, valid, repeated, failed },
    sums: sums.map(({ currency, count, total }) => ({ currency, count, totalAmount: exactNumber(total) })),
    problems: problems.map(({ value, ...problem }) => ({
      ...presentProblem(problem),
      ...(value === undefined ? {} : { value }),
    })),
    totalProblems: problemCount,
    warnings: warnings.map(presentProblem),
    totalWarnings: warningCount,
    repetitions: check.repetitions,
  }
}

export function presentResult({ line, outcome, invoiceNumber, problems }: ImportResult) {
  return {
    line,
    outcome,
    ...(invoiceNumber === undefined ? {} : { invoiceNumber }),
    ...(outcome === 'REPEATED' ? { message: `already imported as ${invoiceNumber}` } : {}),
    ...(problems.length === 0 ? {} : { problems: problems.map(presentProblem) }),
  }
}

function presentProblem({ line, column, field, reason, message }: ImportProblem) {
  return {
    line,
    ...(column === undefined ? {} : { column }),
    ...(field === undefined ? {} : { field }),
    reason,
    message,
  }
}
