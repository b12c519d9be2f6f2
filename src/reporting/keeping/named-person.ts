import { identifyingNames } from '../../catalogue/personal-fields.ts'
import { isPerson, type Person } from '../../kernel/person.ts'
import type { ReportTerms } from '../reports/report.ts'

/** Filters by the number that a merchant gave to a customer. */
export const CUSTOMER_FILTERS = identifyingNames('customer')

/** Whether the person is mailed what is made. */
export function isMailedTo({ deliverTo }: Pick<ReportTerms, 'deliverTo'>, person: Person): boolean {
  return deliverTo.some((email) => isPerson(person, { email }))
}

/** Whether records are asked for by an address or a customer number of the person. */
export function isFilteredBy({ filters }: Pick<ReportTerms, 'filters'>, person: Person): boolean {
  return Object.entries(filters).some(([name, values]) => {
    const isNumber = CUSTOMER_FILTERS.includes(name)
    return values.some((text) => isPerson(person, { email: text, customerId: isNumber ? text : undefined }))
  })
}

/** The same with nothing mailed to the person any more. */
export function withoutRecipient(terms: ReportTerms, person: Person): ReportTerms {
  return { ...terms, deliverTo: terms.deliverTo.filter((email) => !isPerson(person, { email })) }
}
