import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { FORMAT_NAMES } from '../format-names.ts'
import { periodText } from '../period-text.ts'
import type { Report } from '../queries.ts'
import { useDefinitionName } from '../use-definition-name.ts'

/** The order of the report. */
export function Facts({ report }: { readonly report: Report }) {
  const words = useWords('reports')
  const facts = useFacts(report)
  return (
    <section className="card" aria-labelledby="order">
      <h2 id="order">{words.orderFacts}</h2>
      <dl className="rows stacked">
        {facts.map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd className="value">{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>
          {words.fieldsOf({ count: report.reportFields.length, text: String(report.reportFields.length) })}
        </summary>
        <ol className="field-names" lang="en">
          {report.reportFields.map((name) => (
            <li key={name} className="value">
              {name}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function useFacts(report: Report): readonly (readonly [string, string])[] {
  const words = useWords('reports')
  const language = useLanguage()
  const format = useFormat()
  const { name } = useOrganization()
  const definitionName = useDefinitionName()
  const { reportFilters, reportPreferences, deliverTo, groupName } = report
  const filters = Object.entries(reportFilters).map(([field, values]) => `${field}: ${values.join(', ')}`)
  return [
    [words.type, definitionName(report.reportDefinitionName)],
    [words.period, `${periodText(report.reportStartTime, report.reportEndTime, language)} (${report.timezone})`],
    [words.merchants, groupName ?? name],
    [
      words.format,
      [FORMAT_NAMES[report.reportMimeType], reportPreferences.fieldNameConvention].filter(Boolean).join(', '),
    ],
    ...(reportPreferences.signedAmounts ? ([[words.amounts, words.signedAmounts]] as const) : []),
    ...(filters.length > 0 ? ([[words.filters, filters.join('; ')]] as const) : []),
    ...(deliverTo.length > 0 ? ([[words.recipients, deliverTo.join(', ')]] as const) : []),
    [words.orderedAt, format.instant(report.queuedTime)],
  ]
}
