import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import { readInvoice, withDefinitions } from '../invoices/read-invoice.ts'
import { hashOf } from './import-result-store.ts'
import { importBody, problemsInFile, type Reading } from './reading/import-body.ts'
import type { ImportGroup } from './reading/import-groups.ts'
import { type ImportProblem, isOtherProblem, problemAt } from './reading/import-problem.ts'

export type Definitions = readonly CustomFieldDefinition[]

/** How an invoice of a file is recognized, and where its reference was before in the same file. */
export type Recognized = { readonly referenceHash: Buffer; readonly earlierLine: number | undefined }

/**
 * Contents may be in a file several times, and each is an invoice of its own; a reference is in it once. `earlierLines` are
 * those with the same key.
 */
export function recognized({ reference }: ImportGroup, earlierLines: readonly number[]): Recognized {
  const { key, isContent } = reference
  return isContent
    ? { referenceHash: hashOf(`${earlierLines.length} ${key}`), earlierLine: undefined }
    : { referenceHash: hashOf(key), earlierLine: earlierLines[0] }
}

export function repeatedReference(group: ImportGroup, earlierLine: number, { columns }: Reading): ImportProblem {
  const { target } = group.reference
  const sentence = columns.hasLines
    ? `is the reference of line ${earlierLine} too: the lines of one invoice must follow each other`
    : `is the reference of line ${earlierLine} too`
  return problemAt(group.rows[0], columns, target)('DUPLICATE_RECORD', sentence)
}

/** An invoice of a file as its request is read, with all that is wrong with it. */
export function readGroup(
  group: ImportGroup,
  reading: Reading,
  { validation }: { readonly validation: 'strict' | 'lenient' },
  definitions: Definitions,
) {
  const made = importBody(group, reading)
  const read = withDefinitions(
    readInvoice(made.body, { operation: 'create', validation, today: reading.today }),
    definitions,
  )
  const ofRequest = problemsInFile(read.problems, made).filter(isOtherProblem(made.problems))
  return { made, read, problems: withoutComputed([...made.problems, ...ofRequest], { hasLines: read.hasLines }) }
}

const COMPUTED = ['totalAmount', 'lines.totalAmount']

/** Totals that the file leaves out are computed, unless something else is wrong; then they are not the problem. */
function withoutComputed(
  problems: readonly ImportProblem[],
  { hasLines }: { readonly hasLines: boolean },
): readonly ImportProblem[] {
  const others = problems.filter(({ field, reason }) => reason !== 'MISSING_FIELD' || !COMPUTED.includes(field ?? ''))
  return hasLines && others.length > 0 ? others : problems
}
