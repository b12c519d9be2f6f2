import { type ReportTerms, requestedNames } from '../report.ts'

/** The terms as shown in the metadata of reports and subscriptions, but not in their lists. */
export function presentTerms(terms: ReportTerms) {
  const { signedAmounts, fieldNameConvention } = terms.preferences
  return {
    reportDefinitionName: terms.definitionName,
    reportDefintionName: terms.definitionName,
    reportFields: requestedNames(terms),
    reportFilters: Object.fromEntries(Object.entries(terms.filters).map(([name, values]) => [name, [...values]])),
    reportPreferences: {
      signedAmounts,
      ...(fieldNameConvention === undefined ? {} : { fieldNameConvention }),
    },
    deliverTo: [...terms.deliverTo],
  }
}
