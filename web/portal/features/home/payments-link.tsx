import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type MovedPayments, searchOfMoved } from './search-of-moved.ts'

type Props = Omit<MovedPayments, 'type'> & Partial<Pick<MovedPayments, 'type'>> & { readonly children: ReactNode }

/** To the transactions that add up to the amount. */
export function PaymentsLink({ period, currency, type = 'PAYMENT', children }: Props) {
  const search = searchOfMoved({ period, currency, type })
  return (
    <Link to="/o/$organizationId/transactions" from="/o/$organizationId" search={search}>
      {children}
    </Link>
  )
}
