import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../words/use-words.ts'
import { optionsQuery, type Subscriptions } from '../queries.ts'
import { piecesOf } from './body.ts'
import type { ReportForm } from './form.ts'

type Props = {
  readonly form: ReportForm
  readonly isEdit: boolean
  readonly isBusy: boolean
  readonly subscribed: Pick<Subscriptions, 'totalSubscriptions' | 'subscriptionsMax'>
}

/** Three one-time reports of a person are made at a time. */
const ACTIVE_MAX = 3

/** The button says what it does; above it stands what keeps it from happening now. */
export function SubmitPart({ form, isEdit, isBusy, subscribed }: Props) {
  const words = useWords('reports')
  const format = useFormat()
  const { data: options } = useSuspenseQuery(optionsQuery(useApi()))
  const pieces = form.isOnce ? piecesOf(form) : undefined
  const { totalSubscriptions: count, subscriptionsMax: max } = subscribed
  const isFull = !form.isOnce && !isEdit && count >= max
  const counts = { count: format.count(count), max: format.count(max) }
  const labels = {
    edit: words.saveChanges,
    split: words.orderMany({ count: pieces?.length ?? 0, text: format.count(pieces?.length ?? 0) }),
    once: words.order,
    subscription: words.subscribe,
  }
  const kind = isEdit ? 'edit' : form.isOnce ? (pieces === undefined ? 'once' : 'split') : 'subscription'
  return (
    <>
      {form.isOnce && options.unfinished >= ACTIVE_MAX && <p className="notice plain">{words.willQueue}</p>}
      {!form.isOnce && !isEdit && <p className="quiet small">{words.subscriptionsOf(counts)}</p>}
      {isFull && <p className="notice warning">{words.subscriptionsFull(counts)}</p>}
      <Button type="submit" isWide isBusy={isBusy} disabled={isFull}>
        {labels[kind]}
      </Button>
    </>
  )
}
