import { type DocumentType, dtdText, eitherOf } from '../../catalogue/document-type.ts'
import { documentTypeOf } from '../../catalogue/dtd-of.ts'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { ON_DEMAND_REPORTS } from '../on-demand/on-demand-reports.ts'
import { documentTypeOfForm } from '../on-demand/responses/document-type-of-form.ts'

/** Every DTD under its code and under its code with the version, such as `cdr` and `cdr-1.1`. */
export function dtdsByName(): ReadonlyMap<string, string> {
  const types = new Map<string, DocumentType>()
  for (const definition of REPORT_DEFINITIONS) {
    types.set(definition.dtdCode, documentTypeOf(definition))
  }
  for (const form of ON_DEMAND_REPORTS.flatMap((report) => report.form ?? [])) {
    const own = documentTypeOfForm(form)
    const stored = types.get(form.dtdCode)
    // A report that is available both stored and on demand has one DTD for both.
    types.set(form.dtdCode, stored === undefined ? own : eitherOf(stored, own))
  }
  return new Map(
    [...types].flatMap(([code, type]) => {
      const text = dtdText(type)
      return [
        [code, text],
        [`${code}-${type.version}`, text],
      ]
    }),
  )
}
