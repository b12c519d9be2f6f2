import { Link } from '@tanstack/react-router'
import { useWords } from '../../../words/use-words.ts'
import type { Merchant } from './queries.ts'

type Props = { readonly merchants: readonly Merchant[]; readonly isStale: boolean }

/** Each row leads into the organization itself. */
export function MerchantTable({ merchants, isStale }: Props) {
  const words = useWords('administration')
  return (
    <table className="table facts-table" aria-label={words.sections.merchants} aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.merchantId}</th>
          <th scope="col">{words.kind}</th>
          <th scope="col">{words.owner}</th>
        </tr>
      </thead>
      <tbody>
        {merchants.map((merchant) => (
          <MerchantRow key={merchant.organizationId} merchant={merchant} />
        ))}
      </tbody>
    </table>
  )
}

function MerchantRow({ merchant }: { readonly merchant: Merchant }) {
  const words = useWords('administration')
  const { organizationId, name, type, status } = merchant
  return (
    <tr>
      <td className="main value">
        <Link to="/o/$organizationId" params={{ organizationId }} className="row-link">
          {name}
        </Link>{' '}
        {status === 'SUSPENDED' && <span className="badge overdue">{words.suspended}</span>}
      </td>
      <td>
        <code>{organizationId}</code>
      </td>
      <td>{words.types[type]}</td>
      <td>
        <OwnerState merchant={merchant} />
      </td>
    </tr>
  )
}

function OwnerState({ merchant: { owners, invitedOwners } }: { readonly merchant: Merchant }) {
  const words = useWords('administration')
  if (owners > 0) return <span className="badge paid">{words.ownerThere}</span>
  if (invitedOwners > 0) return <span className="badge partial">{words.ownerInvited}</span>
  return <span className="quiet">{words.ownerMissing}</span>
}
