import { useFormat } from '../format/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { advanced, type JobAction, type ListedJob, personOf } from './job.ts'

/** A job's name and progress in the reader's language. */
export function useJobTexts() {
  const words = useWords('jobs')
  const format = useFormat()
  return {
    order: (action: JobAction, count: number) => words.orders[action]({ count, text: format.count(count) }),
    progress: (job: Pick<ListedJob, 'status' | 'invoices'>) =>
      words.progressOf({ done: format.count(advanced(job)), total: format.count(job.invoices.total) }),
    summary: ({ invoices: { done, failed } }: Pick<ListedJob, 'invoices'>) =>
      words.summary({ done: format.count(done), failed: format.count(failed) }),
    started: ({ orderedBy, createdDate }: Pick<ListedJob, 'orderedBy' | 'createdDate'>) => {
      const name = personOf(orderedBy)
      const time = format.instant(createdDate)
      return name === undefined ? words.started({ time }) : words.startedBy({ name, time })
    },
  }
}
