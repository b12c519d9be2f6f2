// pure
import type { Progress } from './queries.ts'

export type Step = 'brand' | 'invoice' | 'pay' | 'results'

/** The four steps, ticked by what really happened. */
export function stepsOf({ brand, invoice, payment, results }: Progress): readonly (readonly [Step, boolean])[] {
  return [
    ['brand', brand.hasName && brand.hasLogo],
    ['invoice', invoice.isDone],
    ['pay', payment.isDone],
    ['results', results.hasMail && results.hasWebhook && results.hasReport],
  ]
}

/** Whether the list of steps is there: for a new merchant, until all are done. */
export function isShown(progress: Progress): boolean {
  return progress.isNew && stepsOf(progress).some(([, isDone]) => !isDone)
}
