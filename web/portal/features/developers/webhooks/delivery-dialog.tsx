import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { CodeBlock } from '../code-block.tsx'
import { type Delivery, useSendAgain, type Webhook } from './queries.ts'
import { DeliveryBadge } from './webhook-status.tsx'

type Props = { readonly delivery: Delivery; readonly webhook: Webhook; readonly onClose: () => void }

/** Every attempt of one delivery; what has ended can be sent again, also what arrived. */
export function DeliveryDialog({ delivery, webhook, onClose }: Props) {
  const words = useWords('webhooks')
  const shell = useWords('shell')
  const again = useSendAgain(webhook.webhookId)
  const { notificationId, eventType, status, attempts } = delivery
  const hasEnded = status === 'DELIVERED' || status === 'FAILED'
  const isActive = webhook.status !== 'INACTIVE'
  const send = () =>
    again.mutate(notificationId, {
      onSuccess: () => {
        onClose()
        showToast(words.sentAgain({ event: eventType }))
      },
    })
  return (
    <Dialog isOpen onClose={onClose} title={words.event} isWide>
      <div className="stack">
        <FormProblem error={again.error} />
        <p className="value">
          <code>{eventType}</code> <DeliveryBadge status={status} />
        </p>
        <dl className="rows">
          <div className="fact">
            <dt>{words.notificationId}</dt>
            <dd>{notificationId}</dd>
          </div>
        </dl>
        {attempts.length === 0 && <p className="quiet">{words.notSent}</p>}
        {attempts.map((attempt) => (
          <AttemptPart key={attempt.transactionTraceId} attempt={attempt} />
        ))}
        {hasEnded && !isActive && <p className="quiet small">{words.notActive}</p>}
      </div>
      <DialogActions>
        <Button kind="plain" onClick={onClose}>
          {shell.close}
        </Button>
        {hasEnded && (
          <Button onClick={send} isBusy={again.isPending} disabled={!isActive}>
            {words.again}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function AttemptPart({ attempt }: { readonly attempt: Delivery['attempts'][number] }) {
  const words = useWords('webhooks')
  const format = useFormat()
  const { retryNumber, startedAt, request, response, problem } = attempt
  const attemptName = words.attempt({ number: format.count(retryNumber + 1) })
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <section className="request-body">
      <h3>
        {attemptName} · {format.instant(startedAt)}
      </h3>
      <p className="value">
        {words.answer}: {response?.status ?? words.noAnswer}
        {problem !== undefined && ` · ${problem}`}
      </p>
      <CodeBlock title={`${attemptName} · ${words.headers}`} text={headers.join('\n')} />
      {request.body !== undefined && <CodeBlock title={`${attemptName} · ${words.body}`} text={request.body} />}
      {response !== undefined && response.body !== '' && (
        <CodeBlock title={`${attemptName} · ${words.answer}`} text={response.body} />
      )}
    </section>
  )
}
