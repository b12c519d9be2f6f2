import type { ReportTerms } from '../reports/report.ts'

/** What was asked for, as far as reports and subscriptions say it alike and their lists do not. */
export function presentTerms(terms: ReportTerms) {
  const { signedAmounts, fieldNameConvention } = terms.preferences
  return {
    reportDefinitionName: terms.definitionName,
    reportDefintionName: terms.definitionName,
    reportFields: [...terms.fields],
    reportFilters: Object.fromEntries(Object.entries(terms.filters).map(([name, values]) => [name, [...values]])),
    reportPreferences: {
      signedAmounts,
      ...(fieldNameConvention === undefined ? {} : { fieldNameConvention }),
    },
    deliverTo: [...terms.deliverTo],
  }
}
