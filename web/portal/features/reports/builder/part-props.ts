import type { ReportForm } from './form.ts'
import type { Problems } from './problems.ts'
import type { Change } from './use-report-form.ts'

/** Each part of the builder shows some of the form, with the problems that stand there. */
export type PartProps = { readonly form: ReportForm; readonly change: Change; readonly problems: Problems }
