import { useFormat } from '../../../format/use-format.ts'
import { useWords } from '../../../words/use-words.ts'
import type { AuditEntry } from './queries.ts'

type Props = { readonly entries: readonly AuditEntry[]; readonly isStale: boolean }

export function AuditTable({ entries, isStale }: Props) {
  const words = useWords('audit')
  const administration = useWords('administration')
  return (
    <table className="table facts-table" aria-label={administration.sections.audit} aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col">{words.action}</th>
          <th scope="col">{words.by}</th>
          <th scope="col">{words.time}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.entryId} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const words = useWords('audit')
  const format = useFormat()
  const { action, subject, subjectName, by, details, at, sequence } = entry
  const facts = Object.entries(details).filter(([, value]) => value !== '' && value !== 'null')
  return (
    <tr>
      <td className="main value">
        <code>{action}</code>
        <p className="quiet small value">{subjectName ?? subject}</p>
        {facts.length > 0 && (
          <p className="quiet small value">{facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
        )}
      </td>
      <td className="value">
        {words.kinds[by.kind]} {by.name ?? by.id}
      </td>
      <td className="nowrap">
        {format.instant(at)}
        {sequence !== null && <p className="quiet small">{words.entry({ number: format.count(sequence) })}</p>}
      </td>
    </tr>
  )
}
