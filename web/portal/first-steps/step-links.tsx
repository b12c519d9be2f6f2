import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ROOT_PATH } from '../page-facts.ts'
import { useMay, useOrganization } from '../session/organization.ts'
import { useSession } from '../session/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { useWords } from '../words/use-words.ts'
import type { Progress } from './queries.ts'

type LinkProps = { readonly isNext: boolean }

/** One filled button on the page: that of the next step. */
const look = (isNext: boolean): string => buttonClass(isNext ? {} : { kind: 'plain' })

export function BrandLinks({ isNext }: LinkProps) {
  const words = useWords('steps')
  const { organizationId } = useOrganization()
  return (
    <div>
      <Link className={look(isNext)} to="/o/$organizationId/settings" params={{ organizationId }}>
        {words.toBrand}
      </Link>
    </div>
  )
}

export function InvoiceLinks({ isNext }: LinkProps) {
  const words = useWords('steps')
  const { organizationId } = useOrganization()
  return (
    <div>
      <Link className={look(isNext)} to="/o/$organizationId/invoices/-/new" params={{ organizationId }}>
        {words.toInvoice}
      </Link>
    </div>
  )
}

type PayProps = LinkProps & { readonly number: string | null }

export function PayLinks({ isNext, number }: PayProps) {
  const words = useWords('steps')
  const { organizationId } = useOrganization()
  if (number === null) return null
  return (
    <div>
      <Link className={look(isNext)} to="/o/$organizationId/invoices/$number" params={{ organizationId, number }}>
        {words.toPay}
      </Link>
    </div>
  )
}

type ResultProps = Pick<Progress, 'results'> & { readonly number: string | null }

/** Where the mail, the notification and the report are. */
export function ResultLinks({ results: { hasMail, hasWebhook, hasReport }, number }: ResultProps) {
  const words = useWords('steps')
  const { organizationId } = useOrganization()
  const { mode } = useSession()
  const may = useMay()
  const params = { organizationId }
  return (
    <ul className="results">
      <Result isDone={hasMail} name={words.mail}>
        {mode === 'sandbox' && <a href={`${ROOT_PATH}/sandbox/inbox`}>{words.toInbox}</a>}
        {mode === 'live' && number !== null && (
          <Link to="/o/$organizationId/invoices/$number" params={{ ...params, number }}>
            {words.toPay}
          </Link>
        )}
      </Result>
      <Result isDone={hasWebhook} name={words.webhook}>
        {may('keys') && (
          <Link to="/o/$organizationId/developers/webhooks" params={params}>
            {words.toWebhooks}
          </Link>
        )}
      </Result>
      <Result isDone={hasReport} name={words.report}>
        {may('reports:read') && (
          <Link to="/o/$organizationId/reports" params={params}>
            {words.toReports}
          </Link>
        )}
      </Result>
    </ul>
  )
}

type OneProps = { readonly isDone: boolean; readonly name: string; readonly children?: ReactNode }

function Result({ isDone, name, children }: OneProps) {
  const words = useWords('steps')
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className={isDone ? 'done' : ''}>
      <Icon size={16} aria-hidden="true" />
      <span>
        {name} <span className="hidden-text">{isDone ? words.done : words.open}</span>
      </span>
      {children}
    </li>
  )
}
