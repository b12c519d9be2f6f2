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
  const isNew = !form.isOnce && !isEdit
  const isFull = isNew && subscribed.totalSubscriptions >= subscribed.subscriptionsMax
  return (
    <>
      {form.isOnce && <QueueNotice />}
      {isNew && <Counter subscribed={subscribed} isFull={isFull} />}
      <Button type="submit" isWide isBusy={isBusy} disabled={isFull}>
        <SubmitLabel form={form} isEdit={isEdit} />
      </Button>
    </>
  )
}

function SubmitLabel({ form, isEdit }: Pick<Props, 'form' | 'isEdit'>) {
  const words = useWords('reports')
  const format = useFormat()
  if (isEdit) return words.saveChanges
  if (!form.isOnce) return words.subscribe
  const pieces = piecesOf(form)
  if (pieces === undefined) return words.order
  return words.orderMany({ count: pieces.length, text: format.count(pieces.length) })
}

/** The fourth report of a person waits until one of the three is finished. */
function QueueNotice() {
  const words = useWords('reports')
  const { data: options } = useSuspenseQuery(optionsQuery(useApi()))
  return options.unfinished >= ACTIVE_MAX ? <p className="notice plain">{words.willQueue}</p> : null
}

function Counter({ subscribed, isFull }: Pick<Props, 'subscribed'> & { readonly isFull: boolean }) {
  const words = useWords('reports')
  const format = useFormat()
  const { totalSubscriptions: count, subscriptionsMax: max } = subscribed
  const counts = { count: format.count(count), max: format.count(max) }
  return (
    <>
      <p className="quiet small">{words.subscriptionsOf(counts)}</p>
      {isFull && <p className="notice warning">{words.subscriptionsFull(counts)}</p>}
    </>
  )
}
