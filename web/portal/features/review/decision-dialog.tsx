import { useState } from 'react'
import { useSentChange } from '../../changes/use-sent-change.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Queued } from './queries.ts'

const COMMENT_LENGTH_MAX = 255

type Props = {
  readonly review: Queued
  readonly decision: 'accept' | 'reject'
  readonly onClose: () => void
  readonly onDone: () => void
}
type Result = { readonly status: string; readonly review?: { readonly failure?: string } }

/** Asks before the money is taken or given back; the comment is kept with the payment. */
export function DecisionDialog({ review, decision, onClose, onDone }: Props) {
  const words = useWords('review')
  const shell = useWords('shell')
  const format = useFormat()
  const [comment, setComment] = useState('')
  const amount = format.amount(review.amount, review.currency)
  const texts = words.decisions[decision]
  const { change, isBusy, problem } = useSentChange<{ readonly comment?: string }>(
    (api, body, once) => api.post(`/payments/v1/reviews/${encodeURIComponent(review.id)}/${decision}`, body, once),
    () => {
      onClose()
      onDone()
    },
  )
  const send = () => {
    const body = comment.trim() === '' ? {} : { comment: comment.trim() }
    change(body, (result) => ((result as Result).status === 'REVIEW' ? words.notCarriedOut : texts.done({ amount })))
  }
  return (
    <Dialog isOpen onClose={onClose} title={texts.question({ amount })} isQuestion>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
        <p>{texts.text}</p>
        <TextField
          label={words.comment}
          help={words.commentHelp}
          maxLength={COMMENT_LENGTH_MAX}
          autoComplete="off"
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={isBusy}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy} {...(decision === 'reject' && { kind: 'danger' as const })}>
            {texts.confirm({ amount })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
