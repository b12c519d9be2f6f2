import { type ReactNode, useId } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useOrganization } from '../../session/organization.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'

type GroupProps = {
  readonly title: string
  readonly count: number
  readonly shown: number
  /** The color of the count. */
  readonly status: 'overdue' | 'pending' | 'partial'
  /** Opens the list of all of them, where there is one. */
  readonly all?: (text: string) => ReactNode
  readonly children: ReactNode
}

/** Things that need somebody for one reason. */
export function NeedGroup({ title, count, shown, status, all, children }: GroupProps) {
  const words = useWords('home')
  const format = useFormat()
  const id = useId()
  const more = count - shown
  return (
    <section className="card need" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        <span className={`badge ${status}`}>{format.count(count)}</span>
      </header>
      <ul>{children}</ul>
      {more > 0 && all === undefined && (
        <p className="quiet small">{words.others({ count: more, text: format.count(more) })}</p>
      )}
      {more > 0 && all?.(words.showAll({ text: format.count(count) }))}
    </section>
  )
}

type InvoiceEntry = {
  readonly organizationId: string
  readonly organizationName: string
  readonly invoiceId: string
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly amount: string
  readonly currency: string
}

/** The look and the name of an entry's button. */
type ActionFace = { readonly className: string; readonly 'aria-label': string; readonly children: ReactNode }

type EntryProps = {
  readonly entry: InvoiceEntry
  readonly action: string
  /** The link behind the button. */
  readonly link: (face: ActionFace) => ReactNode
  readonly children: ReactNode
}

/** Who and how much, why, which invoice, and the button. */
export function InvoiceNeed({ entry, action, link, children }: EntryProps) {
  const words = useWords('home')
  const format = useFormat()
  const { organizationId } = useOrganization()
  const name = entry.customerName ?? entry.customerEmail ?? words.unnamed
  return (
    <li>
      <span className="name value">{name}</span>
      <span className="money">{format.amount(entry.amount, entry.currency)}</span>
      <span className="why small">{children}</span>
      <span className="number value quiet small">
        {entry.invoiceId}
        {entry.organizationId !== organizationId && ` · ${entry.organizationName}`}
      </span>
      {link(useActionFace(action, `${entry.invoiceId} · ${name}`))}
    </li>
  )
}

/** Says which entry the button belongs to, since several have the same words. */
export function useActionFace(action: string, value: string): ActionFace {
  const words = useWords('home')
  return {
    className: buttonClass({ kind: 'plain', isCompact: true }),
    'aria-label': words.labeled({ label: action, value }),
    children: action,
  }
}
