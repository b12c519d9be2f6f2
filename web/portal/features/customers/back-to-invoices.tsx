import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useWords } from '../../words/use-words.ts'

export function BackToInvoices() {
  const words = useWords('invoices')
  return (
    <Link className="back-link" to="/o/$organizationId/invoices" from="/o/$organizationId">
      <ArrowLeft size={16} aria-hidden="true" />
      {words.customer.allInvoices}
    </Link>
  )
}
