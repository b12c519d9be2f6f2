import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../format/use-format.ts'
import { Address } from '../../../ui/address.tsx'
import { useWords } from '../../../words/use-words.ts'
import type { ListedRequest } from './queries.ts'
import { StatusCode } from './status-code.tsx'
import { useSenderText } from './use-sender-text.ts'

type Props = { readonly requests: readonly ListedRequest[]; readonly isStale: boolean }

/** Each row opens its details over the list. */
export function RequestTable({ requests, isStale }: Props) {
  const words = useWords('requests')
  return (
    <table className="table facts-table request-table" aria-label={words.request} aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col">{words.request}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.sender}</th>
          <th scope="col">{words.time}</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </tbody>
    </table>
  )
}

function RequestRow({ request }: { readonly request: ListedRequest }) {
  const format = useFormat()
  const senderText = useSenderText()
  const { id, method, path, status, reason, at } = request
  return (
    <tr>
      <td className="main value">
        <Link
          from="/o/$organizationId/developers/requests"
          to="."
          search={(before) => ({ ...before, selected: id })}
          replace
          className="row-link"
        >
          <code>
            <b>{method}</b> <Address text={path} />
          </code>
        </Link>
        {reason !== null && <p className="quiet small">{reason}</p>}
      </td>
      <td>
        <StatusCode status={status} />
      </td>
      <td>{senderText(request.sender)}</td>
      <td className="nowrap">{format.instant(at)}</td>
    </tr>
  )
}
