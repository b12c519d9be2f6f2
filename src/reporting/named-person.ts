import { isPerson, type Person } from '../organizations/index.ts'
import type { ReportTerms } from './domain/report.ts'

/** Whether the person is mailed what is made. */
export function isMailedTo({ deliverTo }: Pick<ReportTerms, 'deliverTo'>, person: Person): boolean {
  return deliverTo.some((email) => isPerson(person, { email }))
}

/** Whether records are asked for by an address of the person. */
export function isAskedBy({ filters }: Pick<ReportTerms, 'filters'>, person: Person): boolean {
  return Object.values(filters).some((values) =>
    values.some((email) => isPerson(person, { email })),
  )
}

/** The same with nothing mailed to the person any more. */
export function withoutSubscriber(terms: ReportTerms, person: Person): ReportTerms {
  return { ...terms, deliverTo: terms.deliverTo.filter((email) => !isPerson(person, { email })) }
}
