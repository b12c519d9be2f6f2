import type { Static } from 'typebox'
import type { AuditActor } from '../../kernel/actor.ts'
import { csvCell, csvRow } from '../../kernel/markup/csv-cell.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { AuditList } from './contract.ts'
import type { NamedEntry } from './find-entries.ts'

type Shown = Static<typeof AuditList>['entries'][number]

export function presentEntry(entry: NamedEntry): Shown {
  const { entryId, at, actor, action, subject, details, sequence, byName, subjectName } = entry
  const facts = Object.entries(details).map(([name, value]) => [name, String(value)] as const)
  return {
    ...{ entryId, at: writtenInstant(at), action, subject, subjectName: subjectName ?? null },
    by: { kind: actor.kind, id: idOf(actor), name: byName ?? null },
    details: Object.fromEntries(facts),
    sequence: sequence === undefined ? null : Number(sequence),
  }
}

function idOf(actor: AuditActor): string | null {
  switch (actor.kind) {
    case 'user':
      return actor.personId
    case 'key':
      return actor.keyId
    case 'command-line':
      return actor.name
    case 'payer':
    case 'service':
      return null
  }
}

const textRow = (cells: readonly string[]): string => csvRow(cells.map((cell) => csvCell({ isNumber: false }, cell)))

export const CSV_HEADER = textRow(['at', 'action', 'subject', 'by', 'by id', 'details', 'sequence'])

export function csvLine(entry: NamedEntry): string {
  const { at, action, subject, subjectName, by, details, sequence } = presentEntry(entry)
  const facts = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  const about = subjectName === null ? subject : `${subject} (${subjectName})`
  return textRow([at, action, about, by.name ?? by.kind, by.id ?? '', facts.join('; '), String(sequence ?? '')])
}
