import { useNavigate, useParams } from '@tanstack/react-router'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { usePlaceOrder } from '../queries.ts'
import { bodyOf, piecesOf } from './body.ts'
import type { ReportForm } from './form.ts'
import { forgetForm } from './use-report-form.ts'

type Placing = { readonly kept: string; readonly isEdit: boolean }

/** Orders the report, or each of those that its period is divided into, or saves the subscription; then shows it. */
export function usePlace({ kept, isEdit }: Placing) {
  const words = useWords('reports')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const navigate = useNavigate()
  const { mutateAsync, isPending, error } = usePlaceOrder()
  const params = { organizationId }
  const order = async (form: ReportForm): Promise<void> => {
    const pieces = piecesOf(form)
    for (const piece of pieces ?? []) await mutateAsync({ isOnce: true, body: bodyOf({ ...form, ...piece }) })
    if (pieces !== undefined) {
      showToast(words.orderedMany({ count: pieces.length, text: String(pieces.length) }))
      forgetForm(kept)
      return navigate({ to: '/o/$organizationId/reports', params })
    }
    const placed = await mutateAsync({ isOnce: true, body: bodyOf(form) })
    forgetForm(kept)
    showToast(words.ordered)
    const reportId = placed !== undefined && 'reportId' in placed ? placed.reportId : undefined
    if (reportId === undefined) return navigate({ to: '/o/$organizationId/reports', params })
    return navigate({ to: '/o/$organizationId/reports/$reportId', params: { organizationId, reportId } })
  }
  const subscribe = async (form: ReportForm): Promise<void> => {
    await mutateAsync({ isOnce: false, body: bodyOf(form) })
    forgetForm(kept)
    showToast(isEdit ? words.changesSaved : words.subscribedTo({ name: form.name }))
    return navigate({ to: '/o/$organizationId/reports/-/subscriptions', params })
  }
  const place = async (form: ReportForm): Promise<void> => {
    try {
      await (form.isOnce ? order(form) : subscribe(form))
    } catch (failure) {
      // It is shown by `error`.
      if (!(failure instanceof Error)) throw failure
    }
  }
  return { place, isPending, error }
}
