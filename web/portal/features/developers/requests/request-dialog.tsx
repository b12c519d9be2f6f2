import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useApi } from '../../../api/api.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { useFormat } from '../../../format/use-format.ts'
import { ROOT_PATH } from '../../../page-facts.ts'
import { Address } from '../../../ui/address.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { CodeBlock } from '../code-block.tsx'
import { curlOf } from './curl.ts'
import { requestQuery, type ShownRequest } from './queries.ts'
import { StatusCode } from './status-code.tsx'
import { useSenderText } from './use-sender-text.ts'

type Props = { readonly id: string; readonly onClose: () => void }

/** Everything that is known about one request. */
export function RequestDialog({ id, onClose }: Props) {
  const words = useWords('requests')
  const shell = useWords('shell')
  const { data: request, isPending, error, refetch } = useQuery(requestQuery(useApi(), id))
  const isGone = error instanceof ApiProblem && error.status === 404
  const copy = ({ method, path, requestBody }: ShownRequest) => {
    const command = curlOf({ method, path, requestBody }, `${location.origin}${ROOT_PATH}`)
    void navigator.clipboard.writeText(command).then(() => showToast(shell.copied))
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.request} isWide>
      {isPending && <SkeletonLines />}
      {isGone && <p>{words.gone}</p>}
      {error !== null && !isGone && <Failed title={words.failed} onRetry={refetch} />}
      {request !== undefined && <Details request={request} />}
      <DialogActions>
        <Button kind="plain" onClick={onClose}>
          {shell.close}
        </Button>
        {request !== undefined && (
          <Button onClick={() => copy(request)}>
            <Copy size={16} aria-hidden="true" />
            {words.copyCurl}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Details({ request }: { readonly request: ShownRequest }) {
  const words = useWords('requests')
  const format = useFormat()
  const senderText = useSenderText()
  const { method, path, status, reason, message, problems, at, durationMs, requestId } = request
  const facts = [
    [words.sender, senderText(request.sender)],
    [words.time, format.instant(at)],
    [words.duration, words.milliseconds({ text: format.count(durationMs) })],
    [words.requestId, requestId],
  ] as const
  return (
    <div className="stack request-details">
      <p className="value">
        <StatusCode status={status} />{' '}
        <code>
          <b>{method}</b> <Address text={path} />
        </code>
      </p>
      {reason !== null && (
        <div className="notice">
          <p>
            <b>{reason}</b>
          </p>
          <p>{message}</p>
          {problems.length > 0 && (
            <ul aria-label={words.problems}>
              {problems.map(({ field, reason: why }) => (
                <li key={`${field} ${why}`}>
                  <code>
                    <Address text={field} />
                  </code>{' '}
                  {why}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <dl className="rows">
        {facts.map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Body title={words.requestBody} body={request.requestBody} />
      <Body title={words.responseBody} body={request.responseBody} />
    </div>
  )
}

function Body({ title, body }: { readonly title: string; readonly body: string | null }) {
  const words = useWords('requests')
  return (
    <section className="request-body">
      <h3>{title}</h3>
      {body === null ? <p className="quiet small">{words.noBody}</p> : <CodeBlock title={title} text={body} />}
    </section>
  )
}
