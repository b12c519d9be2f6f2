import { Link } from '@tanstack/react-router'
import { InvoiceList } from '../../invoice-list/invoice-list.tsx'
import { useListAddress } from '../../invoice-list/list-address.tsx'
import { useCounts } from '../../invoice-list/queries.ts'
import { SavedViewsMenu } from '../../invoice-list/views/saved-views-menu.tsx'
import { ViewTabs } from '../../invoice-list/views/view-tabs.tsx'
import { useCanCreate, useOrganization } from '../../session/organization.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'

/** The invoices of an organization. Everything that is shown is in the address. */
export function InvoicesPage() {
  const words = useWords('invoices')
  const list = useListAddress()
  const counts = useCounts()
  return (
    <Page title={words.title} action={<CreateInvoice />}>
      <ViewTabs state={list.state} counts={counts.data} />
      <InvoiceList list={list} tools={<SavedViewsMenu list={list} />} />
    </Page>
  )
}

function CreateInvoice() {
  const words = useWords('editor')
  const { organizationId } = useOrganization()
  if (!useCanCreate()) return null
  return (
    <Link to="/o/$organizationId/invoices/-/new" params={{ organizationId }} className={buttonClass()}>
      {words.create}
    </Link>
  )
}
